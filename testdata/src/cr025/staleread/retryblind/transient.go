package retryblind

import (
	"context"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	utilnet "k8s.io/apimachinery/pkg/util/net"
	"k8s.io/apimachinery/pkg/util/wait"

	"ctrllint.test/cr025/staleread/api"
)

// passes tells whether what has failed may succeed if it is just done again.
func passes(err error) bool {
	if apierrors.IsTimeout(err) || apierrors.IsTooManyRequests(err) || utilnet.IsConnectionReset(err) {
		return true
	}
	_, asked := apierrors.SuggestsClientDelay(err)
	return asked
}

// A conflict is none of what passes.
func (r *R) transient(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "x"
	return wait.ExponentialBackoff(wait.Backoff{Steps: 5, Duration: time.Millisecond}, func() (bool, error) {
		err := r.Status().Update(ctx, w)
		if err != nil && passes(err) {
			return false, nil
		}
		return err == nil, err
	})
}

// A conflict is what others have seen to.
func (r *R) seenTo(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "x"
	for {
		err := r.Status().Update(ctx, w)
		if err == nil || apierrors.IsConflict(err) || apierrors.IsNotFound(err) {
			return nil
		}
		if !passes(err) {
			return err
		}
		time.Sleep(time.Second)
	}
}

// A conflict is tried again as well.
func (r *R) transientOrNot(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "x"
	for {
		err := r.Status().Update(ctx, w) // want `api.Widget.*\[staleread/retryblind\]`
		if err == nil || apierrors.IsNotFound(err) {
			return nil
		}
		if !passes(err) && !apierrors.IsConflict(err) {
			return err
		}
		time.Sleep(time.Second)
	}
}
