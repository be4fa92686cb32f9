package spec

import (
	"context"

	corev1 "k8s.io/api/core/v1"

	"ctrllint.test/cr025/lostwrite/api"
)

// Defaults are for the program itself.
func (r *Reconciler) defaulted(ctx context.Context, w *api.Widget) error {
	if w.Spec.Size == 0 {
		w.Spec.Size = 1
	}
	w.Status.Made = w.Spec.Size
	return r.Status().Update(ctx, w)
}

// The API server stores the annotations of a Node with its status.
func (r *Reconciler) annotated(ctx context.Context, node *corev1.Node) error {
	node.Annotations = map[string]string{"backend": "vxlan"}
	return r.Status().Update(ctx, node)
}

// The rest is written by another path.
func (r *Reconciler) either(ctx context.Context, w *api.Widget, only bool) error {
	w.Labels = map[string]string{"state": "done"}
	if only {
		return r.Status().Update(ctx, w)
	}
	return r.Update(ctx, w)
}
