package retry

import (
	"context"

	"k8s.io/client-go/util/retry"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/retry/edits"
)

// A helper of another package reads and writes in each try; what it says of that isn't asked for.
func (r *Reconciler) sized(ctx context.Context, w *api.Widget) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() (err error) {
		_, err = edits.Change(ctx, r.Client, w, func() { w.Spec.Size++ }) // want `Get in edits.Change .*after a conflict reads the api.Widget.*\[staleread/retry\]`
		return err
	})
}

// The conflict goes to the queue.
func (r *Mended) sized(ctx context.Context, w *api.Widget) error {
	_, err := edits.Change(ctx, r.Client, w, func() { w.Spec.Size++ })
	return err
}
