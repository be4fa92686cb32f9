package list

import (
	"context"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/list/yard"
)

// Another package makes as many as are missing, and the next call counts without them.
func (r *Reconciler) fillsTwice(ctx context.Context, y *yard.Yard, w *api.Widget) error {
	if err := r.fillTo(ctx, y, w, w.Spec.Size); err != nil {
		return err
	}
	return r.fillTo(ctx, y, w, w.Spec.Size+2)
}

func (r *Reconciler) fillTo(ctx context.Context, y *yard.Yard, w *api.Widget, size int) error {
	have, err := y.Parked(ctx, w) // want `warning: .*Gadget.*how many.*\[staleread/list\]`
	if err != nil {
		return err
	}
	return y.Park(ctx, w, size-len(have))
}

// All are made by one call.
func (r *Reconciler) fillsOnce(ctx context.Context, y *yard.Yard, w *api.Widget) error {
	have, err := y.Parked(ctx, w)
	if err != nil {
		return err
	}
	return y.Park(ctx, w, w.Spec.Size+2-len(have))
}

// It is only told.
func (r *Reconciler) saysTwice(ctx context.Context, y *yard.Yard, w *api.Widget) error {
	if err := y.Park(ctx, w, 1); err != nil {
		return err
	}
	have, err := y.Parked(ctx, w) // want `note: .*Gadget.*\[staleread/list\]`
	if err != nil {
		return err
	}
	y.Say(len(have))
	return nil
}
