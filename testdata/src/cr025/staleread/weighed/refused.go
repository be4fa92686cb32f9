// Package weighed has stale reads of which the code shows that something follows, and such of which it doesn't.
package weighed

import (
	"context"
	"fmt"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/klog/v2"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
)

// R is a reconciler.
type R struct{ client.Client }

// Reconcile hands the object on by value.
func (r *R) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w, err := r.byValue(ctx, req)
	if err != nil {
		klog.Errorf("widget %s: %v", w.Name, err)
	}
	return ctrl.Result{}, err
}

// The object that is returned is a copy, of which the caller wants the name.
func (r *R) byValue(ctx context.Context, req ctrl.Request) (api.Widget, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return *w, err
	}
	w.Status.Phase = "Deleting"
	if err := r.Status().Update(ctx, w); err != nil {
		return *w, err
	}
	if err := r.release(ctx, w); err != nil {
		return *w, err
	}
	return *w, nil
}

// The update is refused, and the error is returned.
func (r *R) release(ctx context.Context, w *api.Widget) error {
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil { // want `note: .*so that its update is refused and tried again.*\[staleread/get\]`
		return err
	}
	if controllerutil.ContainsFinalizer(w, "x") {
		controllerutil.RemoveFinalizer(w, "x")
		return r.Update(ctx, w)
	}
	return nil
}

// The refusal is only logged.
func (r *R) logged(ctx context.Context, w *api.Widget) {
	w.Spec.Size = 3
	if err := r.Update(ctx, w); err != nil {
		return
	}
	now := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil { // want `warning: .*so that its update is refused, which is only told or passed over.*\[staleread/get\]`
		return
	}
	now.Status.Phase = "Sized"
	if err := r.Status().Update(ctx, now); err != nil {
		klog.Errorf("widget %s: %v", w.Name, err)
	}
}

// It is logged by the caller's caller.
func (r *R) loggedAbove(ctx context.Context, w *api.Widget) {
	if err := r.sized(ctx, w); err != nil {
		klog.Error(err)
	}
}

func (r *R) sized(ctx context.Context, w *api.Widget) error {
	w.Spec.Size = 3
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	return r.phase(ctx, client.ObjectKeyFromObject(w))
}

func (r *R) phase(ctx context.Context, key client.ObjectKey) error {
	now := &api.Widget{}
	if err := r.Get(ctx, key, now); err != nil { // want `warning: .*which is only told or passed over.*\[staleread/get\]`
		return err
	}
	now.Status.Phase = "Sized"
	if err := r.Status().Update(ctx, now); err != nil {
		return fmt.Errorf("status of %s: %w", key, err)
	}
	return nil
}

// Nobody asks again where the refusal became a condition of another object.
func (r *R) condition(ctx context.Context, w *api.Widget, conditions *[]metav1.Condition) (again bool) {
	w.Spec.Size = 3
	if err := r.Update(ctx, w); err != nil {
		return true
	}
	now := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil { // want `warning: .*which is only told or passed over.*\[staleread/get\]`
		return true
	}
	now.Status.Phase = "Sized"
	if err := r.Status().Update(ctx, now); err != nil {
		meta.SetStatusCondition(conditions, metav1.Condition{Type: "Ready", Status: metav1.ConditionFalse, Reason: "Failed"})
		return true
	}
	return false
}

// Nor where it became the status of another, which is all that is returned.
func (r *R) failed(ctx context.Context, w, owner *api.Widget) error {
	w.Spec.Size = 3
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	now := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil { // want `warning: .*which is only told or passed over.*\[staleread/get\]`
		return err
	}
	now.Status.Phase = "Sized"
	if err := r.Status().Update(ctx, now); err != nil {
		owner.Status.Phase = "Failed"
		return r.Status().Update(ctx, owner)
	}
	return nil
}

// The status tells it, and the error is returned all the same.
func (r *R) told(ctx context.Context, w, owner *api.Widget) error {
	w.Spec.Size = 3
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	now := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil { // want `note: .*\[staleread/get\]`
		return err
	}
	now.Status.Phase = "Sized"
	if err := r.Status().Update(ctx, now); err != nil {
		owner.Status.Phase = "Failed"
		if statusErr := r.Status().Update(ctx, owner); statusErr != nil {
			return statusErr
		}
		return fmt.Errorf("status of %s: %w", w.Name, err)
	}
	return nil
}

// Who asks for a conflict waits for the event that comes with it.
func (r *R) waits(ctx context.Context, w *api.Widget) error {
	w.Spec.Size = 3
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	now := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil { // want `note: .*\[staleread/get\]`
		return err
	}
	now.Status.Phase = "Sized"
	err := r.Status().Update(ctx, now)
	if apierrors.IsConflict(err) {
		return nil
	}
	return err
}

// That it isn't found would be no error, but it was refused.
func (r *R) otherError(ctx context.Context, w *api.Widget) error {
	w.Spec.Size = 3
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	now := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil { // want `note: .*\[staleread/get\]`
		return err
	}
	now.Status.Phase = "Sized"
	return client.IgnoreNotFound(r.Status().Update(ctx, now))
}
