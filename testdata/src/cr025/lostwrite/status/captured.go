package status

import (
	"context"

	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// remade keeps the last try's object for its caller.
func (r *Reconciler) remade(ctx context.Context, key client.ObjectKey) (*api.Widget, error) {
	var w *api.Widget
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		w = &api.Widget{}
		if err := r.Get(ctx, key, w); err != nil {
			return err
		}
		w.Status.Phase = "Ready"
		return r.Update(ctx, w) // want `this Update does not store the change of Status.Phase`
	})
	return w, err
}

// remadeMended stores the status.
func (r *Reconciler) remadeMended(ctx context.Context, key client.ObjectKey) (*api.Widget, error) {
	var w *api.Widget
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		w = &api.Widget{}
		if err := r.Get(ctx, key, w); err != nil {
			return err
		}
		w.Status.Phase = "Ready"
		return r.Status().Update(ctx, w)
	})
	return w, err
}
