package after

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	"ctrllint.test/cr025/lostwrite/api"
	"ctrllint.test/cr025/lostwrite/crosspkg/steps"
)

func (r *Reconciler) got(ctx context.Context, key client.ObjectKey) (*api.Widget, *api.Widget, error) {
	w := &api.Widget{}
	err := r.Get(ctx, key, w)
	return w, w.DeepCopy(), err
}

// summarize sets the phase by the conditions.
func summarize(w *api.Widget) {
	if len(w.Status.Conditions) == 0 {
		w.Status.Phase = "Ready"
		return
	}
	w.Status.Phase = "Waiting"
}

// keep writes the status.
func (r *Reconciler) keep(ctx context.Context, w, base *api.Widget) {
	if err := r.Status().Patch(ctx, w, client.MergeFrom(base)); err != nil {
		logf.FromContext(ctx).Error(err, "the status is not stored")
	}
}

// What is deferred first is run last.
func (r *Reconciler) deferredFirst(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	base := w.DeepCopy()
	defer summarize(w) // want `^error: what is deferred first is run last: this changes Status.Phase of the api.Widget after its last write, the deferred Status\(\).Patch \(line \d+\)`
	defer r.keep(ctx, w, base)
	w.Status.Made++
	return nil
}

func (r *Reconciler) deferredFirstMended(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	base := w.DeepCopy()
	defer r.keep(ctx, w, base)
	defer summarize(w)
	w.Status.Made++
	return nil
}

// Function literals, one of which has what the function returns.
func (r *Reconciler) deferredLiterals(ctx context.Context, key client.ObjectKey) (err error) {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	defer func() { // want `this changes Status.Phase of the api.Widget after its last write, the deferred Status\(\).Update`
		if err != nil {
			w.Status.Phase = "Failed"
		}
	}()
	defer func() {
		if updated := r.Status().Update(ctx, w); updated != nil {
			err = updated
		}
	}()
	w.Status.Made++
	return nil
}

// It is a function of another package that makes the change.
func (r *Reconciler) deferredForeign(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	base := w.DeepCopy()
	defer steps.Started(w) // want `this changes Status.Phase of the api.Widget after its last write, the deferred Status\(\).Patch`
	defer r.keep(ctx, w, base)
	w.Status.Made++
	return nil
}

// What is deferred before all that writes it once more.
func (r *Reconciler) deferredTwice(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	base := w.DeepCopy()
	defer r.keep(ctx, w, base)
	defer summarize(w)
	defer r.keep(ctx, w, base)
	w.Status.Made++
	return nil
}

// It writes the object itself, or another one is changed, or who has it writes it.
func (r *Reconciler) deferredAlone(ctx context.Context, key client.ObjectKey, other *api.Widget) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	base := w.DeepCopy()
	defer func() {
		w.Status.Phase = "Left"
		_ = r.Status().Update(ctx, w)
	}()
	defer summarize(other)
	defer r.keep(ctx, w, base)
	w.Status.Made++
	return nil
}

func (r *Reconciler) deferredBeyond(ctx context.Context, key client.ObjectKey) error {
	w, base, err := r.got(ctx, key)
	if err != nil {
		return err
	}
	r.deferredGiven(ctx, w, base)
	return r.Status().Update(ctx, w)
}

func (r *Reconciler) deferredGiven(ctx context.Context, w, base *api.Widget) {
	defer summarize(w)
	defer r.keep(ctx, w, base)
	w.Status.Made++
}

// What is set is told, by what is deferred before that or by the same function.
func (r *Reconciler) deferredTold(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	base := w.DeepCopy()
	defer func() { logf.FromContext(ctx).Info("done", "phase", w.Status.Phase) }()
	defer summarize(w)
	defer func() {
		w.Status.Made = 3
		logf.FromContext(ctx).Info("done", "made", w.Status.Made)
	}()
	defer r.keep(ctx, w, base)
	return nil
}

// The status has been written, and the spec is what is deferred.
func (r *Reconciler) deferredOther(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	base := w.DeepCopy()
	defer func() { w.Spec.Hosts = nil }()
	defer r.keep(ctx, w, base)
	w.Status.Made++
	return nil
}

// It is given back.
func (r *Reconciler) deferredReturned(ctx context.Context, key client.ObjectKey) (*api.Widget, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return nil, err
	}
	base := w.DeepCopy()
	defer summarize(w)
	defer r.keep(ctx, w, base)
	return w, nil
}
