// Package sentinels asks which error a function has returned that writes.
package sentinels

import (
	"context"
	"errors"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/sentinels/steps"
)

// R is a reconciler.
type R struct{ client.Client }

var (
	errMarked = errors.New("marked")
	errBusy   = errors.New("busy")
)

// returns comes back when the object was marked.
func (r *R) returns(ctx context.Context, w *api.Widget) error {
	if err := steps.Postpone(ctx, r.Client, w); err != nil {
		if errors.Is(err, steps.ErrLater) {
			return err
		}
		return r.fail(ctx, w)
	}
	return nil
}

// goesOn reads the object when it was marked.
func (r *R) goesOn(ctx context.Context, w *api.Widget) error {
	if err := steps.Postpone(ctx, r.Client, w); err != nil {
		if errors.Is(err, steps.ErrNever) {
			return err
		}
		return r.grow(ctx, w)
	}
	return nil
}

// compares does as returns.
func (r *R) compares(ctx context.Context, w *api.Widget) error {
	err := r.mark(ctx, w)
	if err == errMarked {
		return nil
	}
	if err != nil {
		return r.fail(ctx, w)
	}
	return nil
}

// mixesUp asks for the wrong one.
func (r *R) mixesUp(ctx context.Context, w *api.Widget) error {
	err := r.mark(ctx, w)
	if err == errBusy {
		return nil
	}
	if err != nil {
		return r.shrink(ctx, w)
	}
	return nil
}

func (r *R) mark(ctx context.Context, w *api.Widget) error {
	if w.Spec.Size == 1 {
		return errBusy
	}
	w.Spec.Size++
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	return errMarked
}

func (r *R) fail(ctx context.Context, w *api.Widget) error {
	latest := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), latest); err != nil {
		return err
	}
	if latest.Spec.Size > 2 {
		latest.Status.Phase = "Failed"
	}
	return r.Status().Update(ctx, latest)
}

func (r *R) grow(ctx context.Context, w *api.Widget) error {
	latest := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), latest); err != nil { // want `note: .*\[staleread/get\]`
		return err
	}
	if latest.Spec.Size > 2 {
		latest.Status.Phase = "Failed"
	}
	return r.Status().Update(ctx, latest)
}

func (r *R) shrink(ctx context.Context, w *api.Widget) error {
	latest := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), latest); err != nil { // want `note: .*\[staleread/get\]`
		return err
	}
	if latest.Spec.Size > 2 {
		latest.Status.Phase = "Failed"
	}
	return r.Status().Update(ctx, latest)
}
