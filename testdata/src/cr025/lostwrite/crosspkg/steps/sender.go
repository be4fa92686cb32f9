package steps

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// SendNode sends what is new in a node.
func SendNode(ctx context.Context, c client.Client, was, node *corev1.Node) error {
	if err := c.Patch(ctx, node, client.MergeFrom(was)); err != nil {
		return fmt.Errorf("node %s: %w", node.Name, err)
	}
	return nil
}

// StoreNode stores the one, and sends what the other has more.
func StoreNode(ctx context.Context, c client.Client, was, node *corev1.Node) error {
	if err := c.Update(ctx, was); err != nil {
		return err
	}
	return c.Patch(ctx, node, client.MergeFrom(was))
}

var nodes = map[string]*corev1.Node{}

// KeepNode sends what is new, and has what it was new to from then on.
func KeepNode(ctx context.Context, c client.Client, was, node *corev1.Node) error {
	nodes[node.Name] = was
	return c.Patch(ctx, node, client.MergeFrom(was))
}
