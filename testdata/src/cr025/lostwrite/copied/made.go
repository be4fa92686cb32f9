package copied

import (
	"context"
	"errors"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// tidied returns a copy without what nobody writes any more.
func tidied(w *api.Widget) *api.Widget {
	tidy := w.DeepCopy()
	if tidy.Status.Phase == "Old" {
		tidy.Status.Phase = ""
	}
	return tidy
}

func (r *Reconciler) saveStatus(ctx context.Context, w, was *api.Widget, failed *error) {
	*failed = errors.Join(*failed, r.Status().Patch(ctx, w, client.MergeFrom(was)))
}

// What is deferred has the object of before.
func (r *Reconciler) deferredTooEarly(ctx context.Context, w *api.Widget) (err error) {
	was := w.DeepCopy()
	defer r.saveStatus(ctx, w, was, &err)
	w = tidied(w)
	if w.Spec.Size > 3 {
		w.Status.Phase = "Big" // want `this changes Status.Phase of a DeepCopy, which nothing uses afterwards`
		return nil
	}
	w.Status.Phase = "Small" // rests
	return nil
}

// What is deferred has the variable.
func (r *Reconciler) deferredMended(ctx context.Context, w *api.Widget) (err error) {
	was := w.DeepCopy()
	defer func() { r.saveStatus(ctx, w, was, &err) }()
	w = tidied(w)
	w.Status.Phase = "Small"
	return nil
}

// The copy is deferred too.
func (r *Reconciler) deferredLater(ctx context.Context, w *api.Widget) (err error) {
	was := w.DeepCopy()
	w = tidied(w)
	defer r.saveStatus(ctx, w, was, &err)
	w.Status.Phase = "Small"
	return nil
}

// newest has copies, which it keeps.
type newest struct{ of map[string]*api.Widget }

func (n *newest) take(w *api.Widget) *api.Widget {
	taken := w.DeepCopy()
	n.of[w.Name] = taken
	return taken
}

func (n *newest) mark(w *api.Widget) {
	taken := n.take(w)
	taken.Status.Phase = "Taken"
}

// perhaps returns the object itself.
func perhaps(w *api.Widget) *api.Widget {
	if w.Status.Phase != "Old" {
		return w
	}
	return w.DeepCopy()
}

func markPerhaps(w *api.Widget) {
	w = perhaps(w)
	w.Status.Phase = "Marked"
}
