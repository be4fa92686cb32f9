// Package dying adds a finalizer, and then reads what is being deleted, or what isn't.
package dying

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/dying/lib"
)

const finalizer = "widgets.example.com/cleanup"

// R is a reconciler.
type R struct{ client.Client }

// Reconcile lets go of what is being deleted, to which no finalizer can be added any more.
func (r *R) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, err
	}
	if err := lib.Keep(ctx, r.Client, w, finalizer); err != nil {
		return ctrl.Result{}, err
	}
	lib.LetGo(ctx, r.Client, w, finalizer)
	return ctrl.Result{}, nil
}

// here does the same in functions of this package.
func (r *R) here(ctx context.Context, w *api.Widget) error {
	if err := lib.Keep(ctx, r.Client, w, finalizer); err != nil {
		return err
	}
	r.letGo(ctx, w)
	return nil
}

// letGo does so in a function that is only called for such.
func (r *R) letGo(ctx context.Context, w *api.Widget) {
	if w.GetDeletionTimestamp() == nil {
		return
	}
	r.release(ctx, w)
}

func (r *R) release(ctx context.Context, w *api.Widget) {
	latest := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), latest); err != nil {
		return
	}
	controllerutil.RemoveFinalizer(latest, finalizer)
	_ = r.Update(ctx, latest)
}

// alive reads the object, that has got a finalizer, as long as it isn't being deleted.
func (r *R) alive(ctx context.Context, w *api.Widget) error {
	if err := lib.Keep(ctx, r.Client, w, finalizer); err != nil {
		return err
	}
	lib.Stamp(ctx, r.Client, w) // want `warning: .*\[staleread/get\]`
	return nil
}

// another lets go of the Widget; the ConfigMap that has got a finalizer is none that goes.
func (r *R) another(ctx context.Context, w *api.Widget) error {
	m := &corev1.ConfigMap{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), m); err != nil {
		return err
	}
	controllerutil.AddFinalizer(m, finalizer)
	m.Data = map[string]string{"state": "kept"}
	if err := r.Update(ctx, m); err != nil {
		return err
	}
	r.tellState(ctx, w)
	return nil
}

func (r *R) tellState(ctx context.Context, w *api.Widget) {
	if w.GetDeletionTimestamp() == nil {
		return
	}
	m := &corev1.ConfigMap{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), m); err != nil { // want `ConfigMap.*\[staleread/get\]`
		return
	}
	w.Status.Phase = m.Data["state"]
	_ = r.Status().Update(ctx, w)
}

// renamed writes something else than a finalizer, which may be done to what is being deleted.
func (r *R) renamed(ctx context.Context, w *api.Widget) error {
	w.Spec.Size++
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	lib.LetGo(ctx, r.Client, w, finalizer) // want `warning: .*\[staleread/get\]`
	return nil
}
