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
