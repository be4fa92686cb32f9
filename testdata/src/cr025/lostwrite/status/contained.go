package status

import (
	"context"
	"slices"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// An archive keeps what was deleted, and has a finalizer for that.
type archive struct{ client.Client }

// enlist looks for the finalizer itself: to ask for it takes none away.
func (a *archive) enlist(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "Enlisted" // rests
	if !slices.Contains(w.Finalizers, finalizer) {
		w.Finalizers = append(w.Finalizers, finalizer)
		if err := a.Update(ctx, w); err != nil { // want `^error: this Update does not store the change of Status.Phase`
			return err
		}
	}
	return a.Status().Update(ctx, w)
}

// enlistBy adds to what a getter returns.
func (a *archive) enlistBy(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "Enlisted" // rests
	if held := w.GetFinalizers(); !slices.Contains(held, finalizer) {
		w.Finalizers = append(held, finalizer)
		if err := a.Update(ctx, w); err != nil { // want `^error: this Update does not store the change of Status.Phase`
			return err
		}
	}
	return a.Status().Update(ctx, w)
}

func (a *archive) enlistMended(ctx context.Context, w *api.Widget) error {
	if slices.Index(w.Finalizers, finalizer) < 0 {
		w.Finalizers = append(w.Finalizers, finalizer)
		if err := a.Update(ctx, w); err != nil {
			return err
		}
	}
	w.Status.Phase = "Enlisted"
	return a.Status().Update(ctx, w)
}

// dismiss takes it away: the object is gone then, and its status with it.
func (a *archive) dismiss(ctx context.Context, w *api.Widget) error {
	if !slices.Contains(w.Finalizers, finalizer) {
		return nil
	}
	w.Status.Phase = "Dismissed"
	w.Finalizers = slices.DeleteFunc(w.Finalizers, func(f string) bool { return f == finalizer })
	return a.Update(ctx, w)
}

// dismissAt takes it away by its place in the list.
func (a *archive) dismissAt(ctx context.Context, w *api.Widget) error {
	i := slices.Index(w.Finalizers, finalizer)
	if i < 0 {
		return nil
	}
	w.Status.Phase = "Dismissed"
	w.Finalizers = append(w.Finalizers[:i], w.Finalizers[i+1:]...)
	return a.Update(ctx, w)
}

// dismissCut does so with what is before it and behind it.
func (a *archive) dismissCut(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "Dismissed"
	if i := slices.Index(w.Finalizers, finalizer); i >= 0 {
		rest := append([]string{}, w.Finalizers[:i]...)
		w.Finalizers = append(rest, w.Finalizers[i+1:]...)
		if err := a.Update(ctx, w); err != nil {
			return err
		}
	}
	return a.Status().Update(ctx, w)
}
