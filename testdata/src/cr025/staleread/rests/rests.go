// Package rests has findings that rest on other lines than their own: all those that are marked.
package rests

import (
	"context"

	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/rests/far"
)

// Reconciler leans on package far.
type Reconciler struct{ client.Client }

// SetupWithManager fills it.
func (r *Reconciler) SetupWithManager(mgr ctrl.Manager) error {
	r.Client = mgr.GetClient()
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Complete(r)
}

// Reconcile has the write there and the read here, and the other way round.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var w api.Widget
	if err := r.Get(ctx, req.NamespacedName, &w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	w.Spec.Size++
	if err := far.Save(ctx, r.Client, &w); err != nil { // rests
		return ctrl.Result{}, err
	}
	var now api.Widget
	if err := r.Get(ctx, req.NamespacedName, &now); err != nil { // want `\[staleread/get\]`
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.grow(ctx, &now)
}

func (r *Reconciler) grow(ctx context.Context, w *api.Widget) error {
	w.Spec.Size++
	if err := r.Update(ctx, w); err != nil { // rests
		return err
	}
	now, err := far.Load(ctx, r.Client, client.ObjectKeyFromObject(w)) // want `\[staleread/get\]`
	if err != nil {
		return err
	}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { // rests
		return r.Update(ctx, now) // want `\[staleread/retryblind\]`
	})
}
