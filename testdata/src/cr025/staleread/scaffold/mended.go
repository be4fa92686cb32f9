package scaffold

import (
	"context"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
)

// MendedReconciler goes on with the Widget that it wrote.
type MendedReconciler struct {
	client.Client
}

// Reconcile reads once.
func (r *MendedReconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	widget := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, widget); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if len(widget.Status.Conditions) == 0 {
		meta.SetStatusCondition(&widget.Status.Conditions, metav1.Condition{Type: available, Status: metav1.ConditionUnknown, Reason: "Started"})
		if err := r.Status().Update(ctx, widget); err != nil {
			return ctrl.Result{}, err
		}
	}
	if controllerutil.AddFinalizer(widget, finalizer) {
		if err := r.Update(ctx, widget); err != nil {
			return ctrl.Result{}, err
		}
	}
	meta.SetStatusCondition(&widget.Status.Conditions, metav1.Condition{Type: available, Status: metav1.ConditionTrue, Reason: "Done"})
	return ctrl.Result{}, r.Status().Update(ctx, widget)
}

// The status could not be written: what is there now?
func (r *MendedReconciler) writeStatus(ctx context.Context, req ctrl.Request, widget *api.Widget) error {
	if err := r.Status().Update(ctx, widget); err != nil {
		if err := r.Get(ctx, req.NamespacedName, widget); err != nil {
			return err
		}
		return err
	}
	return nil
}

// The branch that writes ends there.
func (r *MendedReconciler) start(ctx context.Context, req ctrl.Request, widget *api.Widget) (ctrl.Result, error) {
	if widget.Status.Phase == "" {
		widget.Status.Phase = "Started"
		if err := r.Status().Update(ctx, widget); err != nil {
			return ctrl.Result{}, err
		}
		return ctrl.Result{Requeue: true}, nil
	}
	if err := r.Get(ctx, req.NamespacedName, widget); err != nil {
		return ctrl.Result{}, err
	}
	cleanUp(widget)
	return ctrl.Result{}, nil
}
