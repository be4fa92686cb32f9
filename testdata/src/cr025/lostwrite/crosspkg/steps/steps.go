// Package steps has what other packages do with Widgets.
package steps

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/lostwrite/api"
)

// Started sets the phase.
func Started(w *api.Widget) { w.Status.Phase = "Started" }

// Print puts what it prints in order.
func Print(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		pod.Status.Message = "printed"
		pod.Labels = nil
	}
}

// Protect adds a finalizer.
func Protect(ctx context.Context, c client.Client, w *api.Widget) error {
	if controllerutil.AddFinalizer(w, "shop.example.com/widget") {
		return c.Update(ctx, w)
	}
	return nil
}

// Send sends the difference to what the object was before.
func Send(ctx context.Context, c client.Client, before, after client.Object) error {
	return c.Patch(ctx, after, client.MergeFrom(before))
}

// Save sends the difference to a copy, which is none.
func Save(ctx context.Context, c client.Client, obj client.Object) error {
	return c.Patch(ctx, obj, client.MergeFrom(obj.DeepCopyObject().(client.Object))) // want `this Patch sends no change`
}

// Copied sends it to a copy by somebody else.
func Copied(ctx context.Context, c client.Client, w *api.Widget, patch client.Patch) error {
	return c.Patch(ctx, w, patch)
}
