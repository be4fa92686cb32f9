// Package spec has objects of which something else than the status is changed, and only the status is written.
package spec

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/lostwrite/api"
)

const finalizer = "shop.example.com/widget"

// Reconciler makes Widgets.
type Reconciler struct{ client.Client }

// finish takes the finalizer away, and writes the status only; Azure/azure-service-operator until pull request 439.
func (r *Reconciler) finish(ctx context.Context, w *api.Widget) error {
	controllerutil.RemoveFinalizer(w, finalizer) // rests
	w.Status.Phase = "Done"
	return r.Status().Update(ctx, w) // want `this Status\(\).Update does not store the change of Finalizers: the API server keeps the status of the api.Widget apart, and stores nothing else`
}

// both writes the status first, and has lost the rest when it writes it; kubernetes-sigs/controller-runtime issue 2453.
func (r *Reconciler) both(ctx context.Context, w *api.Widget) error {
	w.Labels = map[string]string{"state": "done"}
	w.Status.Phase = "Done"
	if err := r.Status().Update(ctx, w); err != nil { // want `this Status\(\).Update does not store the change of Labels, .* so that Update at line \d+ writes the old state`
		return err
	}
	return r.Update(ctx, w)
}

// The spec of a kind of the API server's own.
func (r *Reconciler) cordon(ctx context.Context, node *corev1.Node) error {
	base := node.DeepCopy()
	node.Spec.Unschedulable = true
	node.Status.Phase = corev1.NodePending
	if err := r.Status().Patch(ctx, node, client.MergeFrom(base)); err != nil { // want `does not store the change of Spec.Unschedulable, .* so that Patch at line \d+ writes the old state`
		return err
	}
	return r.Patch(ctx, node, client.MergeFrom(base))
}
