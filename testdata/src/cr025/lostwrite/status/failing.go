package status

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// The function fails with the error that there was before, whatever comes of the status.
func (r *Reconciler) tell(ctx context.Context, w *api.Widget) error {
	if err := r.tried(ctx, w); err != nil {
		w.Status.Phase = "Failed"
		if told := r.Update(ctx, w); told != nil { // want `does not store the change of Status.Phase.*\[lostwrite/status\]`
			return told
		}
		return err
	}
	return nil
}

// The status is not what is written when that fails.
func (r *Reconciler) tellNothing(ctx context.Context, w *api.Widget) error {
	if err := r.tried(ctx, w); err != nil {
		w.Labels = map[string]string{"state": "failed"}
		if told := r.Update(ctx, w); told != nil {
			return told
		}
		return err
	}
	return nil
}

func (r *Reconciler) tried(ctx context.Context, w *api.Widget) error {
	return r.Get(ctx, client.ObjectKeyFromObject(w.Spec.Parent), &api.Widget{})
}
