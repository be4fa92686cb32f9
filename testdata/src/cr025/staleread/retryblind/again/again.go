// Package again runs things again.
package again

import (
	"context"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/wait"
)

// WhileRefused runs what it is given until it isn't refused.
func WhileRefused(ctx context.Context, do func(context.Context) error) error {
	var said error
	pauses := wait.Backoff{Steps: 4, Duration: time.Second, Factor: 2}
	err := wait.ExponentialBackoffWithContext(ctx, pauses, func(ctx context.Context) (bool, error) {
		said = do(ctx)
		if apierrors.IsConflict(said) {
			return false, nil
		}
		return true, said
	})
	if said != nil {
		return said
	}
	return err
}

// WhileFull runs what it is given until the server isn't too busy.
func WhileFull(ctx context.Context, do func(context.Context) error) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		err := do(ctx)
		if apierrors.IsTooManyRequests(err) {
			return false, nil
		}
		return err == nil, err
	})
}
