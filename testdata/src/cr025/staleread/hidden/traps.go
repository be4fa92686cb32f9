package hidden

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
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
