package hidden

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/hidden/fetch"
)

// A Ledger notes what is to be written, and writes nothing. Its method looks like a client's.
type Ledger interface {
	Update(ctx context.Context, obj client.Object, opts ...client.UpdateOption) error
}

// Keeper has a ledger that somebody else gives it.
type Keeper struct {
	client.Client
	Ledger Ledger
}

// What the ledger is, can't be seen.
func (k *Keeper) note(ctx context.Context, w *api.Widget) (int, error) {
	w.Spec.Size++
	if err := k.Ledger.Update(ctx, w); err != nil {
		return 0, err
	}
	var now api.Widget
	err := k.Get(ctx, client.ObjectKeyFromObject(w), &now)
	return now.Spec.Size, err
}

// Another object than the one that was written.
func (r *Reconciler) fetchedOther(ctx context.Context, key, other client.ObjectKey) (int, error) {
	w, err := fetch.Fetch[api.Widget](ctx, r.Client, key)
	if err != nil {
		return 0, err
	}
	w.Spec.Size++
	if err := r.Update(ctx, w); err != nil {
		return 0, err
	}
	w, err = fetch.Plain[api.Widget](ctx, r.Client, other)
	if err != nil {
		return 0, err
	}
	return w.Spec.Size, nil
}
