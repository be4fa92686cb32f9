package footprints

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/footprints/keys"
)

// The keys of labels are what functions of another package return (pkg/projectinfo and
// yurtnodeconversion/yurt_node_conversion_controller.go:430 of openyurtio/openyurt).

const zone = "topology.kubernetes.io/zone"

// mark labels a node with the key that it is given.
func (r *Reconciler) mark(ctx context.Context, key client.ObjectKey, label string) error {
	node := &corev1.Node{}
	if err := r.Get(ctx, key, node); err != nil {
		return err
	}
	updated := node.DeepCopy()
	if updated.Labels == nil {
		updated.Labels = map[string]string{}
	}
	updated.Labels[label] = "true"
	return r.Patch(ctx, updated, client.MergeFrom(node))
}

func (r *Reconciler) markEdge(ctx context.Context, key client.ObjectKey) error {
	node := &corev1.Node{}
	if err := r.Get(ctx, key, node); err != nil {
		return err
	}
	updated := node.DeepCopy()
	if updated.Labels == nil {
		updated.Labels = map[string]string{}
	}
	updated.Labels[keys.Edge()] = "true"
	return r.Patch(ctx, updated, client.MergeFrom(node))
}

// What is looked at ends otherwise.
func (r *Reconciler) zoned(ctx context.Context, key client.ObjectKey) error {
	if err := r.markEdge(ctx, key); err != nil {
		return err
	}
	node := &corev1.Node{}
	if err := r.Get(ctx, key, node); err != nil {
		return err
	}
	if _, ok := node.Labels[zone]; ok {
		return nil
	}
	updated := node.DeepCopy()
	updated.Labels[zone] = "here"
	return r.Patch(ctx, updated, client.MergeFrom(node))
}

// What the package's own helper is given as a key begins otherwise.
func (r *Reconciler) racked(ctx context.Context, key client.ObjectKey) error {
	if err := r.mark(ctx, key, keys.Rack()); err != nil {
		return err
	}
	node := &corev1.Node{}
	if err := r.Get(ctx, key, node); err != nil {
		return err
	}
	if node.Labels[keys.Pool()] == "" {
		return r.Delete(ctx, &corev1.Pod{})
	}
	return nil
}

// It ends alike, and may be the one.
func (r *Reconciler) edged(ctx context.Context, key client.ObjectKey) error {
	if err := r.markEdge(ctx, key); err != nil {
		return err
	}
	node := &corev1.Node{}
	if err := r.Get(ctx, key, node); err != nil { // want `warning: .*Labels\[shop.example.com/edge\] decides.*\[staleread/get\]`
		return err
	}
	if node.Labels["shop.example.com/edge"] == "" {
		return r.Delete(ctx, &corev1.Pod{})
	}
	return nil
}

// It is the one.
func (r *Reconciler) sameEdge(ctx context.Context, key client.ObjectKey) error {
	if err := r.markEdge(ctx, key); err != nil {
		return err
	}
	node := &corev1.Node{}
	if err := r.Get(ctx, key, node); err != nil { // want `warning: .*Labels\[\*/edge\] decides.*\[staleread/get\]`
		return err
	}
	if node.Labels[keys.Edge()] == "" {
		return r.Delete(ctx, &corev1.Pod{})
	}
	return nil
}

// Whether one that begins so ends like the other isn't known.
func (r *Reconciler) somePool(ctx context.Context, key client.ObjectKey, pool string) error {
	if err := r.markEdge(ctx, key); err != nil {
		return err
	}
	node := &corev1.Node{}
	if err := r.Get(ctx, key, node); err != nil { // want `warning: .*Labels\[pools/\*\] decides.*\[staleread/get\]`
		return err
	}
	if node.Labels["pools/"+pool] == "" {
		return r.Delete(ctx, &corev1.Pod{})
	}
	return nil
}

// A format that isn't known may give any key.
func (r *Reconciler) formatted(ctx context.Context, node *corev1.Node, format string) error {
	node.Labels[fmt.Sprintf(format, "pools")] = "a"
	if err := r.Update(ctx, node); err != nil {
		return err
	}
	now := &corev1.Node{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(node), now); err != nil { // want `warning: .*Labels\[pools/a\] decides.*\[staleread/get\]`
		return err
	}
	if now.Labels["pools/a"] == "" {
		return r.Delete(ctx, &corev1.Pod{})
	}
	return nil
}
