package lister

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/lister/zones"
)

// cordons keeps new pods off a node, by its spec.
func (c *Controller) cordons(ctx context.Context, node *corev1.Node) error {
	base := node.DeepCopy()
	node.Spec.Unschedulable = true
	return c.manager.Patch(ctx, node, client.MergeFrom(base))
}

// What is looked at are the labels; the text of an error may have anything.
func (c *Controller) zoned(ctx context.Context, node *corev1.Node) error {
	if err := c.cordons(ctx, node); err != nil {
		return err
	}
	seen, err := c.nodes.Get(node.Name)
	if err != nil {
		return err
	}
	zone := seen.Labels["zone"]
	if zone == "" || zone == seen.Labels["old-zone"] {
		return nil
	}
	if !zones.Tag(ctx, c.clientset, map[string]string{"old-zone": zone}, seen) {
		return fmt.Errorf("not tagged: %+v, which is %v", seen, seen.Spec.Unschedulable)
	}
	return nil
}

// It is what decides, not what the error says.
func (c *Controller) open(ctx context.Context, node *corev1.Node) error {
	if err := c.cordons(ctx, node); err != nil {
		return err
	}
	seen, err := c.nodes.Get(node.Name) // want `Node.*\[staleread/lister\]`
	if err != nil {
		return err
	}
	if !seen.Spec.Unschedulable && !zones.Tag(ctx, c.clientset, map[string]string{"open": "yes"}, seen) {
		return fmt.Errorf("not tagged: %+v", seen)
	}
	return nil
}
