// Package kept has a registry put the spec in order.
package kept

import (
	"context"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
	"ctrllint.test/cr025/lostwrite/spec/kept/registry"
)

// Reconciler writes the status alone.
type Reconciler struct {
	client.Client
	registry *registry.Registry
}

// Reconcile needs the size for the registry, which keeps the object.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var w api.Widget
	if err := r.Get(ctx, req.NamespacedName, &w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	before := w.Status.Phase
	r.registry.Put(&w)
	w.Status.Phase = "Kept"
	if before != w.Status.Phase {
		if err := r.Status().Update(ctx, &w); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, nil
}

// limited loses the limit: nobody has it.
func (r *Reconciler) limited(ctx context.Context, req ctrl.Request) error {
	var w api.Widget
	if err := r.Get(ctx, req.NamespacedName, &w); err != nil {
		return err
	}
	r.registry.Limit(&w)
	w.Status.Phase = "Limited"
	return r.Status().Update(ctx, &w) // want `error: .*Status\(\).Update does not store the change of Spec.Size.*\[lostwrite/spec\]`
}
