package retryblind

import (
	"context"
	"errors"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// R tries again by other means.
type R struct {
	client.Client
	APIReader client.Reader
}

// Reconcile does nothing here.
func (r *R) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

// By hand, with pauses that are of no use.
func (r *R) blindByHand(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "x"
	var err error
	for i := 0; i < 5; i++ {
		if err = r.Status().Update(ctx, w); err == nil { // want `api.Widget.*\[staleread/retryblind\]`
			return nil
		}
		if !apierrors.IsConflict(err) {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

// By a function of another library.
func (r *R) blindBackoff(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "x"
	return wait.ExponentialBackoff(wait.Backoff{Steps: 5, Duration: time.Millisecond}, func() (bool, error) {
		err := r.Status().Update(ctx, w) // want `api.Widget.*\[staleread/retryblind\]`
		if err == nil {
			return true, nil
		}
		if apierrors.IsConflict(err) {
			return false, nil
		}
		return false, err
	})
}

// A conflict ends it with an error.
func (r *R) ends(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "x"
	return wait.ExponentialBackoff(wait.Backoff{Steps: 5, Duration: time.Millisecond}, func() (bool, error) {
		err := r.Status().Update(ctx, w)
		return err == nil, err
	})
}

// Each try asks the API server first.
func (r *R) liveBackoff(ctx context.Context, w *api.Widget) error {
	return wait.ExponentialBackoff(wait.Backoff{Steps: 5, Duration: time.Millisecond}, func() (bool, error) {
		if err := r.APIReader.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
			return false, err
		}
		w.Status.Phase = "x"
		err := r.Status().Update(ctx, w)
		if apierrors.IsConflict(err) {
			return false, nil
		}
		return err == nil, err
	})
}

// Only timeouts are tried again.
func (r *R) timeouts(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "x"
	return wait.ExponentialBackoff(wait.Backoff{Steps: 5, Duration: time.Millisecond}, func() (bool, error) {
		err := r.Status().Update(ctx, w)
		if apierrors.IsServerTimeout(err) {
			return false, nil
		}
		return err == nil, err
	})
}

// A create has no version.
func (r *R) createLoop(ctx context.Context, w *api.Widget) error {
	for i := 0; i < 3; i++ {
		err := r.Create(ctx, w)
		if err == nil || apierrors.IsAlreadyExists(err) {
			return nil
		}
	}
	return errors.New("no")
}

// Each round is about something else, and goes on when it is done.
func (r *R) each(ctx context.Context, w *api.Widget, hosts []string) error {
	var errs []error
	for _, host := range hosts {
		w.Spec.Hosts = append(w.Spec.Hosts, host)
		if err := r.Update(ctx, w); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// The loop gets what the API server has.
func (r *R) reads(ctx context.Context, w *api.Widget) error {
	for {
		w.Status.Phase = "x"
		err := r.Status().Update(ctx, w)
		if !apierrors.IsConflict(err) {
			return err
		}
		if err := r.APIReader.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
			return err
		}
	}
}

// The object is made anew each time.
func (r *R) anew(ctx context.Context, w *api.Widget) error {
	for {
		desired := w.DeepCopy()
		desired.ResourceVersion = ""
		if err := r.Update(ctx, desired); !apierrors.IsConflict(err) {
			return err
		}
	}
}

// What is read anew is thrown away: kruise before 2aa99b32.
func (r *R) rereadForNothing(ctx context.Context, w *api.Widget) error {
	var err error
	for range 3 {
		w.Status.Phase = "x"
		if err = r.Status().Update(ctx, w); err == nil { // want `api.Widget.*\[staleread/retryblind\]`
			return nil
		}
		now := &api.Widget{}
		if err := r.APIReader.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil {
			return err
		}
	}
	return err
}

func (r *R) rereadForUse(ctx context.Context, w *api.Widget) error {
	var err error
	for range 3 {
		w.Status.Phase = "x"
		if err = r.Status().Update(ctx, w); err == nil {
			return nil
		}
		now := &api.Widget{}
		if err := r.APIReader.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil {
			return err
		}
		w = now
	}
	return err
}

func (r *R) rereadForItsVersion(ctx context.Context, w *api.Widget) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		now := &api.Widget{}
		if err := r.APIReader.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil {
			return err
		}
		w.ResourceVersion = now.ResourceVersion
		return r.Status().Update(ctx, w)
	})
}
