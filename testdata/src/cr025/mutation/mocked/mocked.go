// Package mocked calls an interface whose package has a mock of it beside the one type that implements it, as dynatrace's and
// infinispan's operators have.
package mocked

import (
	"context"

	corelisters "k8s.io/client-go/listers/core/v1"

	"ctrllint.test/cr025/mutation/mocked/control"
)

type manager struct {
	pods  corelisters.PodLister
	nodes corelisters.NodeLister
	mark  control.Pods
	marks control.Nodes
}

func (m *manager) sync(ctx context.Context, namespace, name string) error {
	pod, err := m.pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	return m.mark.Mark(ctx, pod) // want `control.pods.Mark \(control.go:\d+\) changes Labels of the corev1.Pod from the lister.*\[mutation/callee\]`
}

func (m *manager) syncMended(ctx context.Context, namespace, name string) error {
	pod, err := m.pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	return m.mark.Mark(ctx, pod.DeepCopy())
}

// syncNode may come to one that changes nothing.
func (m *manager) syncNode(ctx context.Context, name string) error {
	node, err := m.nodes.Get(name)
	if err != nil {
		return err
	}
	return m.marks.Mark(ctx, node)
}
