package crosspkg

import (
	"context"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
	"ctrllint.test/cr025/lostwrite/crosspkg/mocked"
)

// Finalized has finalizers that another package stores, as in nephio (controllers/pkg/resource/finalizer.go). That this has a mock
// of a client makes its own none that keeps what it is given.
type Finalized struct {
	client.Client
	finalizer *mocked.Finalizer
}

// Reconcile stores the finalizer, and then the status.
func (r *Finalized) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.finalizer.Add(ctx, w); err != nil {
		w.Status.Phase = "Failed"
		return ctrl.Result{Requeue: true}, r.Status().Update(ctx, w)
	}
	w.Status.Phase = "Ready"
	return ctrl.Result{}, r.Status().Update(ctx, w)
}

// unstored doesn't store it.
func (r *Finalized) unstored(ctx context.Context, w *api.Widget) error {
	r.finalizer.Set(w)
	w.Status.Phase = "Ready"
	return r.Status().Update(ctx, w) // want `this Status\(\).Update does not store the change of Finalizers.*\[lostwrite/spec\]`
}
