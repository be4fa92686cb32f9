package traps

import (
	corev1 "k8s.io/api/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// Where there is a Node, it is a copy.
func copiedIfThere(nodes corelisters.NodeLister, name string) *corev1.Node {
	node, err := nodes.Get(name)
	if err != nil {
		node = nil
	}
	if node != nil {
		node = node.DeepCopy()
	}
	if node == nil {
		return nil
	}
	node.Spec.Unschedulable = true
	return node
}

// Where there is none that is named otherwise, it is the cache's.
func copiedIfNamed(nodes corelisters.NodeLister, name string) *corev1.Node {
	node, err := nodes.Get(name)
	if err != nil {
		return nil
	}
	if node.Name != "" {
		node = node.DeepCopy()
	}
	node.Spec.Unschedulable = true // want `corev1.Node from the lister.*\[mutation/field\]`
	return node
}
