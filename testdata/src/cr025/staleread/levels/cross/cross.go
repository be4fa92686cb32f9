// Package cross calls functions of another package, and fails if they fail, or doesn't.
package cross

import (
	"context"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/levels/cross/lib"
)

// R is a reconciler.
type R struct{ client.Client }

// Reconcile comes back if the finalizer can't be removed.
func (r *R) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, err
	}
	w.Status.Phase = "Deleting"
	if err := r.Status().Update(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	if err := lib.RemoveFinalizer(ctx, r.Client, w, "x"); err != nil { // want `note: .*\[staleread/get\]`
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

// The finalizer is never removed if the update is refused: the other function keeps it to itself.
func (r *R) logged(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, err
	}
	w.Status.Phase = "Deleting"
	if err := r.Status().Update(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	lib.RemoveFinalizerLogged(ctx, r.Client, w, "x") // want `warning: .*\[staleread/get\]`
	return ctrl.Result{}, nil
}

// So does this one.
func (r *R) loggedHere(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, err
	}
	w.Status.Phase = "Deleting"
	if err := r.Status().Update(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	if err := lib.RemoveFinalizer(ctx, r.Client, w, "x"); err != nil { // want `warning: .*\[staleread/get\]`
		println(err.Error())
	}
	return ctrl.Result{}, nil
}

// What is read in tries is the tries'.
func (r *R) tries(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, err
	}
	w.Status.Phase = "Deleting"
	if err := r.Status().Update(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, lib.Tries(ctx, r.Client, req.NamespacedName)
}

// What the first Get has found, the second one doesn't miss.
func (r *R) caught(ctx context.Context, w *api.Widget) (string, error) {
	if err := r.Create(ctx, w); err != nil {
		return "", err
	}
	var a, b api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &a); err != nil { // want `note: .*\[staleread/get\]`
		return "", err
	}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &b); client.IgnoreNotFound(err) != nil {
		return "", err
	}
	return b.Spec.Colour, nil
}

// The other function looks at finalizers, and its update conflicts.
func (r *R) released(ctx context.Context, req ctrl.Request) error {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return err
	}
	w.Status.Phase = "Deleting"
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	}
	now := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, now); err != nil { // want `note: .*\[staleread/get\]`
		return err
	}
	return lib.Release(ctx, r.Client, now, "x")
}

// The other function goes by the status that was written, in an update that is refused then.
func (r *R) restarted(ctx context.Context, req ctrl.Request) error {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return err
	}
	w.Status.Phase = "Restarting"
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	}
	now := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, now); err != nil { // want `note: .*\[staleread/get\]`
		return err
	}
	return lib.Restart(ctx, r.Client, now)
}

// The error of the other function is lost.
func (r *R) forgotten(ctx context.Context, req ctrl.Request) error {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return err
	}
	w.Status.Phase = "Deleting"
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	}
	now := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, now); err != nil { // want `warning: .*\[staleread/get\]`
		return err
	}
	_ = lib.Release(ctx, r.Client, now, "x")
	return nil
}
