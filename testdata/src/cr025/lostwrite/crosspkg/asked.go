package crosspkg

import (
	"context"

	"ctrllint.test/cr025/lostwrite/api"
	"ctrllint.test/cr025/lostwrite/crosspkg/steps"
)

// stamp asks a function of another package for the size before it writes the status: whatever that says, the stamp isn't stored.
func (r *Reconciler) stamp(ctx context.Context, w *api.Widget, stamp string) error {
	changed := steps.Stamp(w, stamp) // rests
	if steps.IsLarge(w) && w.Status.Phase == "" {
		w.Status.Phase = "Large"
		changed = true
	}
	if !changed {
		return nil
	}
	return r.Status().Update(ctx, w) // want `this Status\(\).Update does not store the change of Annotations`
}

func (r *Reconciler) stampMended(ctx context.Context, w *api.Widget, stamp string) error {
	changed := steps.Stamp(w, stamp)
	if steps.IsLarge(w) && w.Status.Phase == "" {
		w.Status.Phase = "Large"
		if err := r.Status().Update(ctx, w.DeepCopy()); err != nil {
			return err
		}
	}
	if !changed {
		return nil
	}
	return r.Update(ctx, w)
}

// stampAlways asks for what it has set: only the way that writes it is ever gone.
func (r *Reconciler) stampAlways(ctx context.Context, w *api.Widget) error {
	steps.Stamp(w, "always")
	if steps.IsStamped(w) {
		return r.Update(ctx, w)
	}
	w.Status.Phase = "Bare"
	return r.Status().Update(ctx, w)
}

// stampsOf hands on what a function returns of it, by which it may be stored elsewhere.
func (r *Reconciler) stampsOf(ctx context.Context, w *api.Widget, keep func(map[string]string)) error {
	steps.Stamp(w, "kept")
	if stamps := steps.Stamps(w); stamps != nil {
		keep(stamps)
	}
	w.Status.Phase = "Kept"
	return r.Status().Update(ctx, w)
}

// stampOrCount writes one or the other: where the size keeps it from storing the stamp now, the next reconcile may.
func (r *Reconciler) stampOrCount(ctx context.Context, w *api.Widget) error {
	steps.Stamp(w, "small")
	if steps.IsLarge(w) {
		w.Status.Made++
		return r.Status().Update(ctx, w)
	}
	return r.Update(ctx, w)
}
