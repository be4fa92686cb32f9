package base

import (
	"context"
	"maps"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// The copy of the struct has the same map.
func labelledShallow(ctx context.Context, w client.Client, node *corev1.Node) error {
	before := *node
	node.Labels["seen"] = "yes"
	return w.Patch(ctx, node, client.MergeFrom(&before)) // want `this Patch does not send the change of Labels: its base is a copy of the corev1.Node's struct alone, which has the same map, so that there is no difference; make the base a deep copy.*\[lostwrite/base\]`
}

func unlabelledShallow(ctx context.Context, w client.Client, node *corev1.Node) error {
	before := *node
	delete(node.Labels, "seen")
	return w.Patch(ctx, node, client.MergeFrom(&before)) // want `this Patch does not send the change of Labels: its base is a copy of the corev1.Node's struct alone.*\[lostwrite/base\]`
}

// A shallow keeps a node and what it was.
type shallow struct {
	before, node *corev1.Node
}

func beginShallow(node *corev1.Node) *shallow {
	before := *node
	return &shallow{before: &before, node: node}
}

func (p *shallow) commit(ctx context.Context, w client.Writer) error {
	return w.Patch(ctx, p.node, client.MergeFrom(p.before))
}

func keptShallow(ctx context.Context, w client.Client, node *corev1.Node) error {
	p := beginShallow(node)
	p.node.Labels["seen"] = "yes"
	return p.commit(ctx, w) // want `the Patch at shallow.go:\d+ does not send the change of Labels: its base is a copy of the corev1.Node's struct alone.*\[lostwrite/base\]`
}

func keptAsideShallow(ctx context.Context, w client.Client, node *corev1.Node) error {
	p := beginShallow(node)
	node.Labels["seen"] = "yes"
	return p.commit(ctx, w) // want `the Patch at shallow.go:\d+ does not send the change of Labels: its base is a copy of the corev1.Node's struct alone.*\[lostwrite/base\]`
}

// What isn't in a map is the copy's own.
func cordonedShallow(ctx context.Context, w client.Client, node *corev1.Node) error {
	before := *node
	node.Spec.Unschedulable = true
	return w.Patch(ctx, node, client.MergeFrom(&before))
}

// The copy gets a map of its own.
func clonedShallow(ctx context.Context, w client.Client, node *corev1.Node) error {
	before := *node
	before.Labels = maps.Clone(node.Labels)
	node.Labels["seen"] = "yes"
	return w.Patch(ctx, node, client.MergeFrom(&before))
}

// The object gets one.
func renewedShallow(ctx context.Context, w client.Client, node *corev1.Node) error {
	before := *node
	node.Labels = maps.Clone(node.Labels)
	node.Labels["seen"] = "yes"
	return w.Patch(ctx, node, client.MergeFrom(&before))
}

// It gets one if it has none: what is in a new map is sent.
func perhapsShallow(ctx context.Context, w client.Client, node *corev1.Node) error {
	before := *node
	if node.Labels == nil {
		node.Labels = map[string]string{}
	}
	node.Labels["seen"] = "yes"
	return w.Patch(ctx, node, client.MergeFrom(&before))
}

func deeplyShallow(ctx context.Context, w client.Client, node *corev1.Node) error {
	before := *node.DeepCopy()
	node.Labels["seen"] = "yes"
	return w.Patch(ctx, node, client.MergeFrom(&before))
}

// Others may give the object another map.
func handedShallow(ctx context.Context, w client.Client, node *corev1.Node, prepare func(*corev1.Node)) error {
	before := *node
	prepare(node)
	node.Labels["seen"] = "yes"
	return w.Patch(ctx, node, client.MergeFrom(&before))
}

// What is copied into the copy has a map of its own.
func intoShallow(ctx context.Context, w client.Client, node *corev1.Node) error {
	before := *node
	node.ObjectMeta.DeepCopyInto(&before.ObjectMeta)
	node.Labels["seen"] = "yes"
	return w.Patch(ctx, node, client.MergeFrom(&before))
}
