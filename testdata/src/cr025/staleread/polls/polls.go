// Package polls waits for the cache, or gives up at once.
package polls

import (
	"context"
	"errors"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/wait"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// R is a reconciler.
type R struct {
	client.Client
}

// Reconcile does nothing here.
func (r *R) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

// What isn't there yet ends it.
func (r *R) poll(ctx context.Context, w *api.Widget) error {
	if err := r.Create(ctx, w); err != nil {
		return err
	}
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		var now api.Widget
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil { // want `note: .*\[staleread/get\]`
			return false, err
		}
		return now.Status.Phase == "Ready", nil
	})
}

// What isn't there yet is waited for.
func (r *R) pollRight(ctx context.Context, w *api.Widget) error {
	if err := r.Create(ctx, w); err != nil {
		return err
	}
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		var now api.Widget
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil {
			return false, client.IgnoreNotFound(err)
		}
		return now.Status.Phase == "Ready", nil
	})
}

// What has failed before, and is to be restarted, ends it, with an error after which the queue tries again.
func (r *R) pollPhase(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "Restarting"
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	}
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		var now api.Widget
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil { // want `note: .*\[staleread/get\]`
			return false, err
		}
		if now.Status.Phase == "Failed" {
			return false, errors.New("failed")
		}
		return now.Status.Phase == "Ready", nil
	})
}

// It asks for the first time after a second.
func (r *R) later(ctx context.Context, w *api.Widget) error {
	if err := r.Create(ctx, w); err != nil {
		return err
	}
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, false, func(ctx context.Context) (bool, error) {
		var now api.Widget
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil {
			return false, err
		}
		return now.Status.Phase == "Ready", nil
	})
}

// What it gives up for is nothing that was written.
func (r *R) another(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	size := w.Spec.Size + 1
	w.Spec.Size = size
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		var now api.Widget
		if err := r.Get(ctx, key, &now); err != nil {
			return false, err
		}
		if now.Status.Phase == "Failed" {
			return false, errors.New("failed")
		}
		return now.Spec.Size == size, nil
	})
}

// It waits until it is gone.
func (r *R) gone(ctx context.Context, w *api.Widget) error {
	if err := r.Delete(ctx, w); err != nil {
		return err
	}
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		err := r.Get(ctx, client.ObjectKeyFromObject(w), &api.Widget{})
		if client.IgnoreNotFound(err) != nil {
			return false, err
		}
		return err != nil, nil
	})
}

// Each round sleeps before it asks.
func (r *R) replaced(ctx context.Context, w *api.Widget, hosts []string) error {
	if err := r.Delete(ctx, w); err != nil {
		return err
	}
	return r.comesBack(ctx, client.ObjectKeyFromObject(w), hosts[0])
}

func (r *R) comesBack(ctx context.Context, key client.ObjectKey, host string) error {
	for range 60 {
		time.Sleep(time.Second)
		now := &api.Widget{}
		if err := r.Get(ctx, key, now); client.IgnoreNotFound(err) != nil {
			return err
		}
		if len(now.Spec.Hosts) > 0 && now.Spec.Hosts[0] == host {
			return nil
		}
	}
	return errors.New("it doesn't come back")
}

// The first round asks at once, and may be content with what was there before.
func (r *R) rollout(ctx context.Context, w *api.Widget) error {
	w.Spec.Size++
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	if err := r.settled(ctx, client.ObjectKeyFromObject(w)); err != nil {
		return err
	}
	return r.Delete(ctx, &api.Gadget{ObjectMeta: w.ObjectMeta})
}

func (r *R) settled(ctx context.Context, key client.ObjectKey) error {
	for {
		now := &api.Widget{}
		if err := r.Get(ctx, key, now); err != nil { // want `\[staleread/get\]`
			return err
		}
		if now.Spec.Size == now.Status.Made {
			return nil
		}
		time.Sleep(time.Second)
	}
}

// Each round sleeps before it asks, but the first that finds nothing is the last: topolvm before 8df66086.
func (r *R) made(ctx context.Context, w *api.Widget) error {
	if err := r.Create(ctx, w); err != nil {
		return err
	}
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
		now := &api.Widget{}
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil { // want `which may have nothing yet, so that what follows fails.*\[staleread/get\]`
			return err
		}
		if now.Status.Made > 0 {
			return nil
		}
	}
}

// A second is long enough for the cache to have it.
func (r *R) madeLater(ctx context.Context, w *api.Widget) error {
	if err := r.Create(ctx, w); err != nil {
		return err
	}
	for range 30 {
		time.Sleep(time.Second)
		now := &api.Widget{}
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil {
			return err
		}
		if now.Status.Made > 0 {
			return nil
		}
	}
	return errors.New("it takes too long")
}

// What isn't there yet is waited for too.
func (r *R) madeInTheEnd(ctx context.Context, w *api.Widget) error {
	if err := r.Create(ctx, w); err != nil {
		return err
	}
	for {
		time.Sleep(100 * time.Millisecond)
		now := &api.Widget{}
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); client.IgnoreNotFound(err) != nil {
			return err
		}
		if now.Status.Made > 0 {
			return nil
		}
	}
}

func (r *R) madeOrNot(ctx context.Context, w *api.Widget) error {
	if err := r.Create(ctx, w); err != nil {
		return err
	}
	for range 10 {
		time.Sleep(100 * time.Millisecond)
		now := &api.Widget{}
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil {
			if apierrors.IsNotFound(err) {
				continue
			}
			return err
		}
		if now.Status.Made > 0 {
			return nil
		}
	}
	return errors.New("nothing was made")
}
