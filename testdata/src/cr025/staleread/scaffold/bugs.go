// Package scaffold has the re-read after a write of the status that generators of projects leave behind.
package scaffold

import (
	"context"
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	"ctrllint.test/cr025/staleread/api"
)

const (
	finalizer = "shop.example.com/finalizer"
	available = "Available"
	degraded  = "Degraded"
)

// WidgetReconciler reconciles Widgets.
type WidgetReconciler struct {
	client.Client
}

// Reconcile reads the Widget again each time it has written its status.
func (r *WidgetReconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	log := logf.FromContext(ctx)

	widget := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, widget); err != nil {
		if apierrors.IsNotFound(err) {
			log.Info("the Widget is gone")
			return ctrl.Result{}, nil
		}
		return ctrl.Result{}, err
	}

	if len(widget.Status.Conditions) == 0 {
		meta.SetStatusCondition(&widget.Status.Conditions, metav1.Condition{Type: available, Status: metav1.ConditionUnknown, Reason: "Started"})
		if err := r.Status().Update(ctx, widget); err != nil {
			log.Error(err, "could not write the status")
			return ctrl.Result{}, err
		}
		// The newest state, it says.
		if err := r.Get(ctx, req.NamespacedName, widget); err != nil { // want `^note: .*older state.*\[staleread/get\]`
			log.Error(err, "could not read the Widget again")
			return ctrl.Result{}, err
		}
	}

	if !controllerutil.ContainsFinalizer(widget, finalizer) {
		if ok := controllerutil.AddFinalizer(widget, finalizer); !ok {
			return ctrl.Result{}, fmt.Errorf("no finalizer")
		}
		if err := r.Update(ctx, widget); err != nil {
			return ctrl.Result{}, err
		}
	}

	if widget.GetDeletionTimestamp() != nil {
		return r.finish(ctx, req, widget)
	}

	found := &appsv1.Deployment{}
	err := r.Get(ctx, types.NamespacedName{Name: widget.Name, Namespace: widget.Namespace}, found)
	if apierrors.IsNotFound(err) {
		return ctrl.Result{RequeueAfter: 60}, r.Create(ctx, deployment(widget))
	}
	if err != nil {
		return ctrl.Result{}, err
	}
	size := int32(widget.Spec.Size)
	if *found.Spec.Replicas != size {
		found.Spec.Replicas = &size
		return ctrl.Result{Requeue: true}, r.Update(ctx, found)
	}
	meta.SetStatusCondition(&widget.Status.Conditions, metav1.Condition{Type: available, Status: metav1.ConditionTrue, Reason: "Done"})
	return ctrl.Result{}, r.Status().Update(ctx, widget)
}

func (r *WidgetReconciler) finish(ctx context.Context, req ctrl.Request, widget *api.Widget) (ctrl.Result, error) {
	if !controllerutil.ContainsFinalizer(widget, finalizer) {
		return ctrl.Result{}, nil
	}
	meta.SetStatusCondition(&widget.Status.Conditions, metav1.Condition{Type: degraded, Status: metav1.ConditionUnknown, Reason: "Leaving"})
	if err := r.Status().Update(ctx, widget); err != nil {
		return ctrl.Result{}, err
	}
	cleanUp(widget)
	if err := r.Get(ctx, req.NamespacedName, widget); err != nil { // want `^note: .*older state.*\[staleread/get\]`
		return ctrl.Result{}, err
	}
	meta.SetStatusCondition(&widget.Status.Conditions, metav1.Condition{Type: degraded, Status: metav1.ConditionTrue, Reason: "Left"})
	if err := r.Status().Update(ctx, widget); err != nil {
		return ctrl.Result{}, err
	}
	if ok := controllerutil.RemoveFinalizer(widget, finalizer); !ok {
		return ctrl.Result{Requeue: true}, nil
	}
	return ctrl.Result{}, r.Update(ctx, widget)
}

func cleanUp(*api.Widget) {}

func deployment(w *api.Widget) *appsv1.Deployment {
	return &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
}
