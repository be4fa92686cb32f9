// Package steps has what other packages do with Widgets.
package steps

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/lostwrite/api"
)

// Started sets the phase.
func Started(w *api.Widget) { w.Status.Phase = "Started" }

// Noted notes that it was seen, and returns it.
func Noted(w *api.Widget) *api.Widget {
	w.Annotations = map[string]string{"noted": "yes"}
	return w
}

// Twin returns another one.
func Twin() *api.Widget { return &api.Widget{Spec: api.Spec{Size: 2}} }

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

// Register sets the phase of the latest object, and takes over what came of it.
func Register(ctx context.Context, c client.Client, w *api.Widget, phase string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var current api.Widget
		if err := c.Get(ctx, client.ObjectKeyFromObject(w), &current); err != nil {
			return err
		}
		updated := current.DeepCopy()
		updated.Status.Phase = phase
		if err := c.Status().Patch(ctx, updated, client.MergeFromWithOptions(&current, client.MergeFromWithOptimisticLock{})); err != nil {
			return err
		}
		w.Status = updated.Status
		return nil
	})
}

// Store writes the status by way of the latest object.
func Store(ctx context.Context, c client.Client, w *api.Widget) error {
	return retry.OnError(retry.DefaultRetry, func(error) bool { return true }, func() error {
		latest := &api.Widget{}
		if err := c.Get(ctx, client.ObjectKeyFromObject(w), latest); err != nil {
			return err
		}
		base := latest.DeepCopy()
		latest.Status = w.Status
		return c.Status().Patch(ctx, latest, client.MergeFrom(base))
	})
}

// Describe only looks at a Widget.
func Describe(w *api.Widget) string { return w.Name + ": " + w.Status.Phase }

// Label sets the labels.
func Label(w *api.Widget, value string) { w.Labels = map[string]string{"a": value} }

// Mark adds a label to those that are there.
func Mark(w *api.Widget, value string) { w.Labels["mark"] = value }

var last *api.Widget

// Remember keeps the Widget.
func Remember(w *api.Widget) { last = w }

// Last returns what Remember has kept.
func Last() *api.Widget { return last }

// LabelsOf returns the labels for what belongs to a Widget. They may be the Widget's own map, which is not meant.
func LabelsOf(w *api.Widget) map[string]string {
	labels := map[string]string{}
	if w.Labels != nil {
		labels = w.Labels
	}
	labels["app"] = "widget"
	return labels
}
