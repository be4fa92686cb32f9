package status

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/lostwrite/api"
)

func statusOf(w *api.Widget) *api.Status { return &w.Status }

func firstStatus(w, other *api.Widget) *api.Status {
	if other != nil {
		return &other.Status
	}
	return &w.Status
}

// welcomed sets the phase through what an accessor of the type's package returns.
func (r *Reconciler) welcomed(ctx context.Context, w *api.Widget) error {
	controllerutil.AddFinalizer(w, "shop/guard")
	w.GetStatus().Phase = "Creating"
	return r.Update(ctx, w) // want `does not store the change of Status.Phase.*\[lostwrite/status\]`
}

// welcomedHere does the same through a function of this package.
func (r *Reconciler) welcomedHere(ctx context.Context, w *api.Widget) error {
	controllerutil.AddFinalizer(w, "shop/guard")
	statusOf(w).Phase = "Creating"
	return r.Update(ctx, w) // want `does not store the change of Status.Phase.*\[lostwrite/status\]`
}

// welcomedThen writes the status too.
func (r *Reconciler) welcomedThen(ctx context.Context, w *api.Widget) error {
	controllerutil.AddFinalizer(w, "shop/guard")
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	w.GetStatus().Phase = "Creating"
	return r.Status().Update(ctx, w)
}

// It may be the status of another one.
func (r *Reconciler) welcomedOther(ctx context.Context, w, other *api.Widget) error {
	firstStatus(w, other).Phase = "Creating"
	return r.Update(ctx, w)
}

// wouldBe looks at a copy only.
func (r *Reconciler) wouldBe(ctx context.Context, w *api.Widget) (string, error) {
	s := w.CopyStatus()
	s.Phase = "Creating"
	err := r.Update(ctx, w)
	return s.Phase, err
}
