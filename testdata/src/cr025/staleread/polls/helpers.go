package polls

import (
	"context"
	"errors"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/polls/until"
)

// A helper of another package has waited until the cache has it.
func (r *R) scaled(ctx context.Context, key client.ObjectKey) error {
	if err := r.scale(ctx, key, 3); err != nil {
		return err
	}
	return r.scale(ctx, key, 5)
}

func (r *R) scale(ctx context.Context, key client.ObjectKey, size int) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	w.Spec.Size = size
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	return until.There(ctx, r.Client, key, func(ctx context.Context) error {
		now := &api.Widget{}
		if err := r.Get(ctx, key, now); err != nil {
			return err
		}
		if now.Status.Made != size {
			return errors.New("not yet")
		}
		return nil
	})
}

// This one asks once.
func (r *R) painted(ctx context.Context, key client.ObjectKey) error {
	if err := r.paint(ctx, key, "red"); err != nil {
		return err
	}
	return r.paint(ctx, key, "blue")
}

func (r *R) paint(ctx context.Context, key client.ObjectKey, colour string) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil { // want `note: .*\[staleread/get\]`
		return err
	}
	w.Spec.Colour = colour
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	return until.Once(ctx, func(ctx context.Context) error { return r.Get(ctx, key, &api.Gadget{}) })
}

// What is to be restarted has failed, for all that the first look says: then it is given up.
func (r *R) restarted(ctx context.Context, w *api.Widget) error {
	if err := r.restart(ctx, w); err != nil {
		return err
	}
	if err := r.running(ctx, client.ObjectKeyFromObject(w)); err != nil {
		return r.Delete(ctx, w)
	}
	return nil
}

func (r *R) restart(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "Restarting"
	return r.Status().Update(ctx, w)
}

func (r *R) running(ctx context.Context, key client.ObjectKey) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		var now api.Widget
		if err := r.Get(ctx, key, &now); err != nil { // want `warning: .*Status.Phase decides.*\[staleread/get\]`
			return false, err
		}
		if now.Status.Phase == "Failed" {
			return false, errors.New("failed")
		}
		return now.Status.Phase == "Ready", nil
	})
}

// The first look comes after a pause.
func (r *R) restartedLater(ctx context.Context, w *api.Widget) error {
	if err := r.restart(ctx, w); err != nil {
		return err
	}
	if err := r.runningLater(ctx, client.ObjectKeyFromObject(w)); err != nil {
		return r.Delete(ctx, w)
	}
	return nil
}

func (r *R) runningLater(ctx context.Context, key client.ObjectKey) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, false, func(ctx context.Context) (bool, error) {
		var now api.Widget
		if err := r.Get(ctx, key, &now); err != nil {
			return false, err
		}
		if now.Status.Phase == "Failed" {
			return false, errors.New("failed")
		}
		return now.Status.Phase == "Ready", nil
	})
}
