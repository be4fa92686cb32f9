package spec

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/lostwrite/api"
)

func (r *Reconciler) finishMended(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "Done"
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	}
	controllerutil.RemoveFinalizer(w, finalizer)
	return r.Update(ctx, w)
}

func (r *Reconciler) patched(ctx context.Context, w *api.Widget) error {
	base := w.DeepCopy()
	w.Status.Phase = "Done"
	if err := r.Status().Patch(ctx, w, client.MergeFrom(base)); err != nil {
		return err
	}
	base = w.DeepCopy()
	w.Labels = map[string]string{"state": "done"}
	return r.Patch(ctx, w, client.MergeFrom(base))
}
