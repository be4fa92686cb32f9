// Package fixes has reads that can go, and those that can't.
package fixes

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Reconciler reads too much.
type Reconciler struct{ client.Client }

// Reconcile is the scaffold.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	w.Status.Phase = "Started"
	if err := r.Status().Update(ctx, w); err != nil {
		return ctrl.Result{}, err
	} // want +1 `older state.*\[staleread/get\]`
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, err
	}
	w.Spec.Size++
	return ctrl.Result{}, r.Update(ctx, w)
}

func (r *Reconciler) update(ctx context.Context, w *api.Widget) error {
	if err := r.Update(ctx, w); err != nil {
		return err
	} // want +1 `Widget.*\[staleread/get\]`
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
		return err
	}
	w.Status.Made = w.Spec.Size
	return r.Status().Update(ctx, w)
}

func (r *Reconciler) create(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	err := r.Create(ctx, cm)
	if err != nil {
		return err
	}
	err = r.Get(ctx, client.ObjectKeyFromObject(cm), cm) // want `ConfigMap.*\[staleread/get\]`
	if err != nil {
		return err
	}
	cm.Data = w.Spec.Config
	return r.Update(ctx, cm)
}

// Another variable: what should take its place is for somebody to say.
func (r *Reconciler) other(ctx context.Context, w *api.Widget) (int, error) {
	if err := r.Update(ctx, w); err != nil {
		return 0, err
	}
	var now api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil { // want `Widget.*\[staleread/get\]`
		return 0, err
	}
	return now.Spec.Size, nil
}

// The error is for the caller.
func (r *Reconciler) returned(ctx context.Context, w *api.Widget) (*api.Widget, error) {
	if err := r.Update(ctx, w); err != nil {
		return nil, err
	}
	err := r.Get(ctx, client.ObjectKeyFromObject(w), w) // want `Widget.*\[staleread/get\]`
	return w, err
}

// The branch does more than give the error back.
func (r *Reconciler) handled(ctx context.Context, w *api.Widget) error {
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil { // want `Widget.*\[staleread/get\]`
		w.Status.Phase = "Lost"
		return r.Status().Update(ctx, w)
	}
	println(w.Spec.Size)
	return nil
}

// Without the write, the read is needed.
func (r *Reconciler) onSomePaths(ctx context.Context, w *api.Widget) error {
	if w.Spec.Size == 0 {
		w.Spec.Size = 1
		if err := r.Update(ctx, w); err != nil {
			return err
		}
	}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil { // want `Widget.*\[staleread/get\]`
		return err
	}
	println(w.Spec.Size)
	return nil
}

// A copy was written.
func (r *Reconciler) copied(ctx context.Context, w *api.Widget) error {
	if err := r.Update(ctx, w.DeepCopy()); err != nil {
		return err
	}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil { // want `Widget.*\[staleread/get\]`
		return err
	}
	println(w.Spec.Size)
	return nil
}
