package retryblind

import (
	"context"

	"k8s.io/client-go/util/retry"

	"ctrllint.test/cr025/staleread/api"
)

// What has no version is not refused for one.
func (r *Reconciler) overwrites(ctx context.Context, w *api.Widget) error {
	w.Spec.Colour = "red"
	w.ResourceVersion = ""
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error { return r.Update(ctx, w) })
}

func (r *Reconciler) setsNone(ctx context.Context, w *api.Widget) error {
	w.SetResourceVersion("")
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error { return r.Update(ctx, w) })
}

// The generation is no version.
func (r *Reconciler) renumbers(ctx context.Context, w *api.Widget) error {
	w.Generation = 0
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		return r.Update(ctx, w) // want `\[staleread/retryblind\]`
	})
}
