package retry

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var (
	patient = wait.Backoff{Steps: 3, Duration: time.Second, Factor: 1.3}
	hasty   = wait.Backoff{Steps: 3, Duration: 10 * time.Millisecond, Factor: 2}
)

// The pauses come to more than two seconds: the cache has caught up by then.
func (r *Mended) patiently(ctx context.Context, key client.ObjectKey) error {
	return retry.RetryOnConflict(patient, func() error {
		cm := &corev1.ConfigMap{}
		if err := r.Get(ctx, key, cm); err != nil {
			return err
		}
		cm.Data = map[string]string{"state": "patient"}
		return r.Update(ctx, cm)
	})
}

// So do these, to 1.5 s.
func (r *Mended) growing(ctx context.Context, key client.ObjectKey) error {
	backoff := wait.Backoff{Steps: 5, Duration: 100 * time.Millisecond, Factor: 2, Jitter: 0.1}
	return retry.RetryOnConflict(backoff, func() error {
		cm := &corev1.ConfigMap{}
		if err := r.Get(ctx, key, cm); err != nil {
			return err
		}
		cm.Data = map[string]string{"state": "growing"}
		return r.Update(ctx, cm)
	})
}

// These come to 30 ms.
func (r *Reconciler) hastily(ctx context.Context, key client.ObjectKey) error {
	return retry.RetryOnConflict(hasty, func() error {
		cm := &corev1.ConfigMap{}
		if err := r.Get(ctx, key, cm); err != nil { // want `ConfigMap.*\[staleread/retry\]`
			return err
		}
		cm.Data = map[string]string{"state": "hasty"}
		return r.Update(ctx, cm)
	})
}

// A single try has no pause behind it, and who says how many there are isn't seen.
func (r *Reconciler) asOftenAs(ctx context.Context, key client.ObjectKey, steps int) error {
	return retry.RetryOnConflict(wait.Backoff{Steps: steps, Duration: time.Second}, func() error {
		cm := &corev1.ConfigMap{}
		if err := r.Get(ctx, key, cm); err != nil { // want `ConfigMap.*\[staleread/retry\]`
			return err
		}
		cm.Data = map[string]string{"state": "unknown"}
		return r.Update(ctx, cm)
	})
}

// Cap ends the tries before the pauses come to much.
func (r *Reconciler) capped(ctx context.Context, key client.ObjectKey) error {
	return retry.RetryOnConflict(wait.Backoff{Steps: 9, Duration: 100 * time.Millisecond, Factor: 4, Cap: 200 * time.Millisecond}, func() error {
		cm := &corev1.ConfigMap{}
		if err := r.Get(ctx, key, cm); err != nil { // want `ConfigMap.*\[staleread/retry\]`
			return err
		}
		cm.Data = map[string]string{"state": "capped"}
		return r.Update(ctx, cm)
	})
}
