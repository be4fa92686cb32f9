package get

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
)

// The server keeps the status apart: whatever is sent with the rest, it is the same before and after.
func (r *Mended) apart(ctx context.Context, node *corev1.Node) (bool, error) {
	if err := r.Update(ctx, node); err != nil {
		return false, err
	}
	var now corev1.Node
	err := r.Get(ctx, types.NamespacedName{Name: node.Name}, &now)
	return now.Status.Phase == corev1.NodeRunning, err
}

// The status alone is what this write changes.
func (r *Reconciler) sent(ctx context.Context, node *corev1.Node) (bool, error) {
	if err := r.Status().Update(ctx, node); err != nil {
		return false, err
	}
	var now corev1.Node
	err := r.Get(ctx, types.NamespacedName{Name: node.Name}, &now) // want `Node.*\[staleread/get\]`
	return now.Status.Phase == corev1.NodeRunning, err
}

// The labels are sent with the rest.
func (r *Reconciler) labelled(ctx context.Context, node *corev1.Node) (bool, error) {
	if err := r.Update(ctx, node); err != nil {
		return false, err
	}
	var now corev1.Node
	err := r.Get(ctx, types.NamespacedName{Name: node.Name}, &now) // want `Node.*\[staleread/get\]`
	return now.Labels["ready"] == "yes", err
}
