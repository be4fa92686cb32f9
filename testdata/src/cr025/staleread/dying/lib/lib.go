// Package lib adds finalizers and takes them away.
package lib

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
)

// Keep adds a finalizer.
func Keep(ctx context.Context, c client.Client, w *api.Widget, finalizer string) error {
	if controllerutil.AddFinalizer(w, finalizer) {
		return c.Update(ctx, w)
	}
	return nil
}

// LetGo takes it away when the object is being deleted.
func LetGo(ctx context.Context, c client.Client, w *api.Widget, finalizer string) {
	if w.DeletionTimestamp.IsZero() {
		return
	}
	latest := &api.Widget{}
	if err := c.Get(ctx, client.ObjectKeyFromObject(w), latest); err != nil {
		return
	}
	if controllerutil.RemoveFinalizer(latest, finalizer) {
		_ = c.Update(ctx, latest)
	}
}

// Stamp marks an object that isn't being deleted.
func Stamp(ctx context.Context, c client.Client, w *api.Widget) {
	if !w.DeletionTimestamp.IsZero() {
		return
	}
	latest := &api.Widget{}
	if err := c.Get(ctx, client.ObjectKeyFromObject(w), latest); err != nil {
		return
	}
	latest.Spec.Size++
	_ = c.Update(ctx, latest)
}
