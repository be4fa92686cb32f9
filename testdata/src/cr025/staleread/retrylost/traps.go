package retrylost

import (
	"context"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/wait"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// False and nil ask for another try.
func (r *Mended) polled(ctx context.Context, w *api.Widget) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, false, func(ctx context.Context) (bool, error) {
		w.Status.Phase = "Polled"
		err := r.Status().Update(ctx, w)
		if apierrors.IsConflict(err) {
			err = r.APIReader.Get(ctx, client.ObjectKeyFromObject(w), w)
			return false, err
		}
		return err == nil, err
	})
}

// It asks to come back.
func (r *Mended) later(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	err := r.Status().Update(ctx, w)
	if apierrors.IsConflict(err) {
		err = r.Get(ctx, client.ObjectKeyFromObject(w), w)
		return ctrl.Result{RequeueAfter: time.Second}, err
	}
	return ctrl.Result{}, err
}

// The variable says that there is to be another round.
func (r *Mended) noted(ctx context.Context, w *api.Widget) error {
	again := true
	try := func() error {
		again = false
		err := r.Status().Update(ctx, w)
		if apierrors.IsConflict(err) {
			err = r.APIReader.Get(ctx, client.ObjectKeyFromObject(w), w)
			again = true
		}
		return err
	}
	for again {
		if err := try(); err != nil {
			return err
		}
	}
	return nil
}

// NotFound is no conflict: what is to be deleted is gone.
func (r *Mended) gone(ctx context.Context, w *api.Widget) error {
	err := r.Update(ctx, w)
	if apierrors.IsNotFound(err) {
		err = r.Get(ctx, client.ObjectKey{Name: w.Spec.Parent}, &api.Widget{})
	}
	return err
}

// Another object is read.
func (r *Mended) parent(ctx context.Context, w *api.Widget) error {
	err := r.Update(ctx, w)
	if !apierrors.IsConflict(err) {
		return err
	}
	var parent api.Widget
	if getErr := r.APIReader.Get(ctx, client.ObjectKey{Name: w.Spec.Parent}, &parent); getErr != nil {
		return getErr
	}
	return err
}

// It goes round until it is stored.
func (r *Mended) untilStored(ctx context.Context, w *api.Widget) error {
	for {
		w.Spec.Size++
		err := r.Update(ctx, w)
		if apierrors.IsConflict(err) {
			if err = r.APIReader.Get(ctx, client.ObjectKeyFromObject(w), w); err == nil {
				continue
			}
		}
		return err
	}
}

// It begins anew, with what it finds then.
func (r *Mended) anew(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.APIReader.Get(ctx, key, w); err != nil {
		return err
	}
	w.Spec.Size++
	err := r.Update(ctx, w)
	if apierrors.IsConflict(err) {
		if err = r.APIReader.Get(ctx, key, w); err != nil {
			return err
		}
		return r.anew(ctx, key)
	}
	return err
}

// It is done when nothing is left, and what was refused is left.
func (r *Mended) all(ctx context.Context, left map[string]*api.Widget) error {
	return wait.ExponentialBackoff(wait.Backoff{Steps: 5, Duration: time.Second}, func() (bool, error) {
		for key, w := range left {
			failed := false
			if err := r.APIReader.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
				failed = true
			}
			if err := r.Update(ctx, w); err != nil {
				failed = true
			}
			if !failed {
				delete(left, key)
			}
		}
		if len(left) == 0 {
			return true, nil
		}
		return false, nil
	})
}
