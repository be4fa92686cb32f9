// Package shared has variables that function literals share, and that are set more than once.
package shared

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Reconciler handles Widgets.
type Reconciler struct {
	client.Client
	Done   func(*api.Widget)
	Parent func(*api.Widget) *api.Widget
}

// Whichever of the two it is, it is the one that was written.
func (r *Reconciler) either(ctx context.Context, w, spare *api.Widget) error {
	defer func() { r.Done(w) }()
	if w.Spec.Size == 0 {
		w = spare
	}
	if err := r.grow(ctx, w); err != nil {
		return err
	}
	now := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil { // want `Get after the Update at shared.go:\d+ reads the api.Widget from the cache`
		return err
	}
	return r.show(ctx, now)
}

// It is another one by then.
func (r *Reconciler) next(ctx context.Context, w, spare *api.Widget) error {
	defer func() { r.Done(w) }()
	if w.Spec.Size == 0 {
		w = spare
	}
	if err := r.grow(ctx, w); err != nil {
		return err
	}
	if w = spare; w.Spec.Size > 1 {
		w = r.Parent(w)
	}
	now := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil {
		return err
	}
	return r.show(ctx, now)
}

// A function that is called between the two sets it.
func (r *Reconciler) swapped(ctx context.Context, w, spare *api.Widget) error {
	swap := func() { w = spare }
	if w.Spec.Size == 0 {
		w = r.Parent(spare)
	}
	if err := r.grow(ctx, w); err != nil {
		return err
	}
	swap()
	now := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil {
		return err
	}
	return r.show(ctx, now)
}

// Each round goes on from the one before.
func (r *Reconciler) chain(ctx context.Context, w *api.Widget) error {
	defer func() { r.Done(w) }()
	for w != nil {
		now := &api.Widget{}
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil {
			return err
		}
		if now.Spec.Size == 0 {
			if err := r.grow(ctx, now); err != nil {
				return err
			}
		}
		w = r.Parent(w)
	}
	return nil
}

func (r *Reconciler) grow(ctx context.Context, w *api.Widget) error {
	w.Spec.Size++
	return r.Update(ctx, w)
}

func (r *Reconciler) show(ctx context.Context, w *api.Widget) error {
	if w.Spec.Size > 3 {
		return r.Delete(ctx, &api.Gadget{})
	}
	return nil
}
