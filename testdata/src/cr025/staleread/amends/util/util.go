// Package util writes states.
package util

import (
	"context"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Count sets how many were made, once more if that is refused.
func Count(ctx context.Context, c client.Client, w *api.Widget, made int) error {
	w.Status.Made = made
	err := c.Status().Update(ctx, w)
	if apierrors.IsNotFound(err) {
		err = c.Update(ctx, w)
	}
	if err != nil {
		if !apierrors.IsConflict(err) {
			return err
		}
		if err := c.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil { // want `note: .*\[staleread/retry\]`
			return err
		}
		w.Status.Made = made
		err = c.Status().Update(ctx, w)
	}
	return err
}

// Read counts what there is now.
func Read(ctx context.Context, c client.Client, w *api.Widget) (int, error) {
	if err := c.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
		return 0, err
	}
	return w.Status.Made, nil
}
