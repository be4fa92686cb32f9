// Package orerror has functions that hand out what a lister has, or nothing and its error.
package orerror

import (
	corev1 "k8s.io/api/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
)

type controller struct{ nodes corelisters.NodeLister }

// node hands out a copy, and what the lister says if it has no node.
func (c *controller) node(name string) (*corev1.Node, error) {
	node, err := c.nodes.Get(name)
	if err == nil && node != nil {
		return node.DeepCopy(), nil
	}
	return node, err
}

// small hands out a copy of a large node, and the cache's own of another.
func (c *controller) small(name string) (*corev1.Node, error) {
	node, err := c.nodes.Get(name)
	if err == nil && len(node.Spec.PodCIDRs) > 1 {
		return node.DeepCopy(), nil
	}
	return node, err
}

func (c *controller) place(name string) error {
	node, err := c.node(name)
	if err != nil {
		return err
	}
	node.Spec.PodCIDR = "10.0.0.0/24"
	node, err = c.small(name)
	if err != nil {
		return err
	}
	node.Spec.ProviderID = "here" // want `corev1.Node from the lister.*\[mutation/field\]`
	return nil
}

// checked hands out the cache's own with an error that isn't the lister's.
func (c *controller) checked(name string, check func(*corev1.Node) error) (*corev1.Node, error) {
	node, err := c.nodes.Get(name)
	if err != nil {
		return nil, err
	}
	if err := check(node); err != nil {
		return node, err
	}
	return node.DeepCopy(), nil
}

func (c *controller) mend(name string, check func(*corev1.Node) error) {
	if node, err := c.checked(name, check); err != nil && node != nil {
		node.Spec.Unschedulable = true // want `corev1.Node from the lister.*\[mutation/field\]`
	}
}
