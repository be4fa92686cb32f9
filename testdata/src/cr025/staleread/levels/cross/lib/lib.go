// Package lib has what reconcilers of other packages call.
package lib

import (
	"context"

	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
)

// RemoveFinalizer fails if its update is refused.
func RemoveFinalizer(ctx context.Context, c client.Client, obj client.Object, name string) error {
	err := c.Get(ctx, client.ObjectKeyFromObject(obj), obj)
	if err != nil {
		return err
	}
	if controllerutil.ContainsFinalizer(obj, name) {
		controllerutil.RemoveFinalizer(obj, name)
		if err := c.Update(ctx, obj); err != nil {
			return err
		}
	}
	return nil
}

// RemoveFinalizerLogged does not.
func RemoveFinalizerLogged(ctx context.Context, c client.Client, obj client.Object, name string) {
	err := c.Get(ctx, client.ObjectKeyFromObject(obj), obj)
	if err != nil {
		return
	}
	if controllerutil.ContainsFinalizer(obj, name) {
		controllerutil.RemoveFinalizer(obj, name)
		if err := c.Update(ctx, obj); err != nil {
			println(err.Error())
		}
	}
}

// Tries tries again.
func Tries(ctx context.Context, c client.Client, key client.ObjectKey) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var w api.Widget
		if err := c.Get(ctx, key, &w); err != nil { // want `\[staleread/retry\]`
			return err
		}
		w.Status.Phase = "x"
		return c.Status().Update(ctx, &w)
	})
}

// Release looks at the finalizers of what it is given, and fails if its update is refused.
func Release(ctx context.Context, c client.Client, w *api.Widget, name string) error {
	if !controllerutil.ContainsFinalizer(w, name) {
		return nil
	}
	controllerutil.RemoveFinalizer(w, name)
	return c.Update(ctx, w)
}

// Restart goes by the status of what it is given.
func Restart(ctx context.Context, c client.Client, w *api.Widget) error {
	if w.Status.Phase == "Restarting" {
		return nil
	}
	w.Spec.Size++
	return c.Update(ctx, w)
}
