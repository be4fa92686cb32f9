// Package shown shows in a status what it finds of an object that it has just made.
package shown

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Reconciler has a Deployment for each Widget.
type Reconciler struct {
	client.Client
}

// SetupWithManager sets it up.
func (r *Reconciler) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Owns(&appsv1.Deployment{}).Complete(r)
}

// Reconcile makes it, and shows it.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if w.Spec.Size > 0 {
		if err := r.Create(ctx, deploymentOf(req)); err != nil {
			return ctrl.Result{}, err
		}
	}
	r.show(ctx, w, req.NamespacedName)
	return ctrl.Result{}, r.Status().Update(ctx, w)
}

// The event of the Deployment brings another round, which shows it.
func (r *Reconciler) show(ctx context.Context, w *api.Widget, key types.NamespacedName) {
	var d appsv1.Deployment
	if err := r.Get(ctx, key, &d); err != nil { // want `^note: .*\[staleread/get\]`
		w.Status.Made = 0
		return
	}
	w.Status.Made = int(d.Status.ReadyReplicas)
}

// Begin makes it, and goes by what it shows.
func (r *Reconciler) Begin(ctx context.Context, w *api.Widget, req ctrl.Request) error {
	if err := r.Create(ctx, deploymentOf(req)); err != nil {
		return err
	}
	r.gate(ctx, w, req.NamespacedName)
	if w.Status.Phase == "Missing" {
		return nil
	}
	return r.Status().Update(ctx, w)
}

// What is set decides.
func (r *Reconciler) gate(ctx context.Context, w *api.Widget, key types.NamespacedName) {
	var d appsv1.Deployment
	if err := r.Get(ctx, key, &d); err != nil { // want `^warning: .*\[staleread/get\]`
		w.Status.Phase = "Missing"
		return
	}
	w.Status.Phase = "There"
}

func deploymentOf(req ctrl.Request) *appsv1.Deployment {
	return &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, Name: req.Name}}
}
