// Package patches patches objects: what a patch changes is what was set between its base and the patch.
package patches

import (
	"context"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
)

// R is a reconciler.
type R struct{ client.Client }

// Reconcile patches the labels; the size was set before the base, and is on both sides.
func (r *R) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, err
	}
	w.Spec.Size = w.Spec.Size + 1
	base := w.DeepCopy()
	w.Labels = map[string]string{"a": "b"}
	if err := r.Patch(ctx, w, client.MergeFrom(base)); err != nil {
		return ctrl.Result{}, err
	}
	var now api.Widget
	if err := r.Get(ctx, req.NamespacedName, &now); err != nil {
		return ctrl.Result{}, err
	}
	if now.Spec.Size > 3 {
		return ctrl.Result{Requeue: true}, nil
	}
	return ctrl.Result{}, nil
}

// The size is patched, after the labels, which are on both sides.
func (r *R) bug(ctx context.Context, req ctrl.Request) (int, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return 0, err
	}
	w.Labels = map[string]string{"a": "b"}
	base := w.DeepCopy()
	w.Spec.Size++
	if err := r.Patch(ctx, w, client.MergeFrom(base)); err != nil {
		return 0, err
	}
	var now api.Widget
	if err := r.Get(ctx, req.NamespacedName, &now); err != nil { // want `Widget.*\[staleread/get\]`
		return 0, err
	}
	return now.Spec.Size, nil
}

// The helper patches the finalizers, and nothing of what its caller has set.
func (r *R) viaHelper(ctx context.Context, w *api.Widget) (int, error) {
	w.Spec.Size = 5
	if err := r.addFinalizer(ctx, w); err != nil {
		return 0, err
	}
	var now api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil {
		return 0, err
	}
	return now.Spec.Size, nil
}

func (r *R) addFinalizer(ctx context.Context, w *api.Widget) error {
	patch := client.MergeFrom(w.DeepCopy())
	controllerutil.AddFinalizer(w, "x/y")
	return r.Patch(ctx, w, patch)
}

// The copy is patched, and the object is its base.
func (r *R) copied(ctx context.Context, w *api.Widget) (int, error) {
	mine := w.DeepCopy()
	mine.Annotations = map[string]string{"a": "b"}
	if err := r.Patch(ctx, mine, client.MergeFrom(w)); err != nil {
		return 0, err
	}
	var now api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil {
		return 0, err
	}
	return now.Spec.Size, nil
}

// Two patches, each with a base of its own.
func (r *R) twice(ctx context.Context, w *api.Widget) (string, error) {
	base := w.DeepCopy()
	w.Spec.Size = 2
	if err := r.Patch(ctx, w, client.MergeFrom(base)); err != nil {
		return "", err
	}
	statusBase := w.DeepCopy()
	w.Status.Phase = "x"
	if err := r.Status().Patch(ctx, w, client.MergeFrom(statusBase)); err != nil {
		return "", err
	}
	var now api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil {
		return "", err
	}
	return now.Spec.Colour, nil
}

// The helper is given the base, and the object that has a colour since.
func (r *R) given(ctx context.Context, w *api.Widget) (string, error) {
	base := w.DeepCopy()
	w.Spec.Colour = "x"
	if err := r.patch(ctx, w, base); err != nil {
		return "", err
	}
	var now api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil { // want `Widget.*\[staleread/get\]`
		return "", err
	}
	return now.Spec.Colour, nil
}

// What the helper is given had its colour before.
func (r *R) givenTrap(ctx context.Context, w *api.Widget) (string, error) {
	w.Spec.Colour = "x"
	base := w.DeepCopy()
	w.Labels = nil
	if err := r.patch(ctx, w, base); err != nil {
		return "", err
	}
	var now api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil {
		return "", err
	}
	return now.Spec.Colour, nil
}

func (r *R) patch(ctx context.Context, w, base *api.Widget) error {
	return r.Patch(ctx, w, client.MergeFrom(base))
}
