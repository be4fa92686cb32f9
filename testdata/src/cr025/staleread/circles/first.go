// Package circles has functions that call each other: what a caller is told must not hang on which of them is declared
// first, or asked for first.
package circles

import (
	"context"

	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Reconciler shrinks and grows widgets.
type Reconciler struct {
	client.Client
}

// Reconcile reads what the functions that call each other may have written.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.shrink(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	var now api.Widget
	if err := r.Get(ctx, req.NamespacedName, &now); err != nil { // want `Widget.*\[staleread/get\]`
		return ctrl.Result{}, err
	}
	return ctrl.Result{Requeue: now.Spec.Size > 1}, nil
}

func (r *Reconciler) shrink(ctx context.Context, w *api.Widget) error {
	if w.Spec.Size < 3 {
		return nil
	}
	return r.grow(ctx, w)
}

func (r *Reconciler) grow(ctx context.Context, w *api.Widget) error {
	w.Spec.Size--
	if w.Spec.Size > 9 {
		return r.shrink(ctx, w)
	}
	return r.Update(ctx, w)
}

// The same, the other way round: the one that writes is declared first, and the other one is called.
func (r *Reconciler) expand(ctx context.Context, w *api.Widget) error {
	w.Spec.Size++
	if w.Spec.Size > 9 {
		return r.contract(ctx, w)
	}
	return r.Update(ctx, w)
}

func (r *Reconciler) contract(ctx context.Context, w *api.Widget) error {
	if w.Spec.Size < 3 {
		return nil
	}
	return r.expand(ctx, w)
}

func (r *Reconciler) other(ctx context.Context, w *api.Widget) (int, error) {
	if err := r.contract(ctx, w); err != nil {
		return 0, err
	}
	var now api.Widget
	err := r.Get(ctx, types.NamespacedName{Namespace: w.Namespace, Name: w.Name}, &now) // want `Widget.*\[staleread/get\]`
	return now.Spec.Size, err
}

// A circle that writes nothing.
func (r *Reconciler) even(ctx context.Context, w *api.Widget, n int) bool {
	return n == 0 || r.odd(ctx, w, n-1)
}

func (r *Reconciler) odd(ctx context.Context, w *api.Widget, n int) bool {
	return n != 0 && r.even(ctx, w, n-1)
}

func (r *Reconciler) parity(ctx context.Context, w *api.Widget) (int, error) {
	if r.even(ctx, w, 4) {
		w.Labels = map[string]string{"even": "yes"}
	}
	var now api.Widget
	err := r.Get(ctx, client.ObjectKeyFromObject(w), &now)
	return now.Spec.Size, err
}
