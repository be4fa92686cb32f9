package crosspkg

import (
	"context"

	"ctrllint.test/cr025/lostwrite/api"
	"ctrllint.test/cr025/lostwrite/crosspkg/steps"
)

// publish writes the status of a Widget that is kept in another form: all else is as it was read.
func (r *Reconciler) publish(ctx context.Context, kept *steps.Kept) error {
	var w api.Widget
	if err := kept.Unpack(&w); err != nil {
		return err
	}
	w.Status.Phase = "Published"
	return r.Status().Update(ctx, &w)
}

// publishMarked marks it besides.
func (r *Reconciler) publishMarked(ctx context.Context, kept *steps.Kept) error {
	var w api.Widget
	if err := kept.Unpack(&w); err != nil {
		return err
	}
	w.Labels = map[string]string{"published": "yes"}
	w.Status.Phase = "Published"
	return r.Status().Update(ctx, &w) // want `this Status\(\).Update does not store the change of Labels`
}

// resize takes a copy of the Widget that was read, and changes that.
func (r *Reconciler) resize(ctx context.Context, w *api.Widget) error {
	var sized api.Widget
	steps.Resized(&sized, w)
	sized.Status.Phase = "Resized"
	return r.Status().Update(ctx, &sized) // want `this Status\(\).Update does not store the change of Spec.Size`
}

// publishAll has another Widget in each round.
func (r *Reconciler) publishAll(ctx context.Context, all []*steps.Kept) error {
	for _, kept := range all {
		var w api.Widget
		if err := kept.Unpack(&w); err != nil {
			return err
		}
		w.Status.Phase = "Published"
		if err := r.Status().Update(ctx, &w); err != nil {
			return err
		}
	}
	return nil
}
