package after

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	"ctrllint.test/cr025/lostwrite/api"
)

// The defer statement copies the Widget, before there is anything to store.
func (r *Reconciler) copiedAtDefer(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return client.IgnoreNotFound(err)
	}
	base := w.DeepCopy()
	defer r.saveCopy(ctx, *w, base) // want `this defer statement copies the api.Widget, and Status\(\).Patch at line \d+ writes the copy at the end, without the changes of Status.Made and Status.Phase that come after the statement: they are never stored; pass a pointer`
	if w.Spec.Size == 0 {
		w.Status.Phase = "Empty" // rests
		return nil
	}
	r.count(w) // rests
	return nil
}

func (r *Reconciler) saveCopy(ctx context.Context, w api.Widget, base *api.Widget) {
	if err := r.Status().Patch(ctx, &w, client.MergeFrom(base)); err != nil { // rests
		logf.FromContext(ctx).Error(err, "the status is not stored")
	}
}

func (r *Reconciler) count(w *api.Widget) { w.Status.Made = w.Spec.Size }

// A variable's copy, and a function literal that calls what writes.
func (r *Reconciler) copiedLiteralAtDefer(ctx context.Context, key client.ObjectKey) error {
	var w api.Widget
	if err := r.Get(ctx, key, &w); err != nil {
		return client.IgnoreNotFound(err)
	}
	defer func(w api.Widget) { // want `this defer statement copies the api.Widget, and Status\(\).Update at line \d+ writes the copy`
		if err := r.store(ctx, &w); err != nil {
			logf.FromContext(ctx).Error(err, "the status is not stored")
		}
	}(w)
	w.Status.Phase = "Ready"
	return nil
}

func (r *Reconciler) store(ctx context.Context, w *api.Widget) error {
	return r.Status().Update(ctx, w)
}

// A pointer is passed, and what it points to has all of it at the end.
func (r *Reconciler) copiedPointerAtDefer(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return client.IgnoreNotFound(err)
	}
	base := w.DeepCopy()
	defer r.savePointer(ctx, w, base)
	w.Status.Phase = "Ready"
	return nil
}

func (r *Reconciler) savePointer(ctx context.Context, w, base *api.Widget) {
	r.saveCopy(ctx, *w, base)
}

// All is done when the copy is made.
func (r *Reconciler) copiedLastAtDefer(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return client.IgnoreNotFound(err)
	}
	base := w.DeepCopy()
	w.Status.Phase = "Ready"
	defer r.saveCopy(ctx, *w, base)
	logf.FromContext(ctx).Info("ready", "size", w.Spec.Size)
	return nil
}

// The change behind has a write of its own.
func (r *Reconciler) copiedOldAtDefer(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return client.IgnoreNotFound(err)
	}
	defer r.saveCopy(ctx, *w, &api.Widget{ObjectMeta: w.ObjectMeta})
	w.Status.Phase = "Working"
	return r.Status().Update(ctx, w)
}

// The caller has the Widget, and may store it.
func (r *Reconciler) copiedGivenAtDefer(ctx context.Context, w *api.Widget) error {
	base := w.DeepCopy()
	defer r.saveCopy(ctx, *w, base)
	w.Status.Phase = "Ready"
	return nil
}

// The copy has the same labels and the same list.
func (r *Reconciler) copiedSharedAtDefer(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return client.IgnoreNotFound(err)
	}
	if w.Labels == nil || len(w.Spec.Hosts) == 0 {
		return nil
	}
	base := w.DeepCopy()
	defer r.saveAll(ctx, *w, base)
	w.Labels["state"] = "ready"
	w.Spec.Hosts[0] = "example.com"
	return nil
}

func (r *Reconciler) saveAll(ctx context.Context, w api.Widget, base *api.Widget) {
	if err := r.Patch(ctx, &w, client.MergeFrom(base)); err != nil {
		logf.FromContext(ctx).Error(err, "the widget is not stored")
	}
}

// What is deferred leaves the status out, and sets the phase itself.
func (r *Reconciler) copiedOtherAtDefer(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return client.IgnoreNotFound(err)
	}
	base := w.DeepCopy()
	defer r.saveAs(ctx, *w, base, "Done")
	w.Status.Phase = "Working"
	r.Recorder.Event(w, "Normal", w.Status.Phase, "the phase tells what there is to do")
	return nil
}

func (r *Reconciler) saveAs(ctx context.Context, w api.Widget, base *api.Widget, phase string) {
	w.Status.Phase = phase
	r.saveCopy(ctx, w, base)
}
