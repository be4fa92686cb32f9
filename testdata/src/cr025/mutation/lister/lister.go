// Package lister changes what listers return, one of which is the module's own: who looks at this package alone can't know.
package lister

import (
	"k8s.io/client-go/informers"
	corelisters "k8s.io/client-go/listers/core/v1"

	"ctrllint.test/cr025/mutation/lister/tolerant"
)

type controller struct {
	pods  corelisters.PodLister
	nodes corelisters.NodeLister
}

func newController(f informers.SharedInformerFactory) *controller {
	return &controller{pods: tolerant.New(f.Core().V1().Pods().Lister()), nodes: f.Core().V1().Nodes().Lister()}
}

func (c *controller) tag(namespace, name string) error {
	pod, err := c.pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	pod.Spec.NodeName = "here" // want `corev1.Pod from the lister.*\[mutation/field\]`
	node, err := c.nodes.Get(name)
	if err != nil {
		return err
	}
	node.Spec.PodCIDR = "10.0.0.0/24" // want `corev1.Node from the lister.*\[mutation/field\]`
	return nil
}
