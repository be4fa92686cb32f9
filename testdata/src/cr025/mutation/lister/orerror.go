package lister

import corev1 "k8s.io/api/core/v1"

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
