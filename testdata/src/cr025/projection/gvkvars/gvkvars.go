// Package gvkvars takes the kinds of metadata and unstructured objects from variables of other packages.
package gvkvars

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	widgetsv1 "ctrllint.test/cr025/projection/gvkvars/api/v1"
	"ctrllint.test/cr025/projection/gvkvars/gvks"
)

type reconciler struct{ client.Client }

func (r *reconciler) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&widgetsv1.Widget{}).
		Owns(&widgetsv1.Gadget{}).
		Owns(&appsv1.Deployment{}).
		Owns(&appsv1.StatefulSet{}).
		Owns(&appsv1.DaemonSet{}).
		Owns(&batchv1.Job{}).
		Owns(&batchv1.CronJob{}).
		Complete(r)
}

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	widget := &metav1.PartialObjectMetadata{}
	widget.SetGroupVersionKind(widgetsv1.WidgetKind)
	if err := r.Get(ctx, req.NamespacedName, widget); err != nil { // want `apiv1.Widget is cached twice: this Get reads metadata, For at gvkvars.go:[0-9]+ watches typed objects`
		return ctrl.Result{}, err
	}
	widgets := &metav1.PartialObjectMetadataList{}
	widgets.SetGroupVersionKind(widgetsv1.GroupVersion.WithKind("WidgetList"))
	if err := r.List(ctx, widgets); err != nil {
		return ctrl.Result{}, err
	}
	gadget := &metav1.PartialObjectMetadata{TypeMeta: metav1.TypeMeta{APIVersion: widgetsv1.GroupVersion.String(), Kind: "Gadget"}}
	if err := r.Get(ctx, req.NamespacedName, gadget); err != nil { // want `apiv1.Gadget is cached twice: this Get reads metadata, Owns at gvkvars.go:[0-9]+ watches typed objects`
		return ctrl.Result{}, err
	}
	deployment := &metav1.PartialObjectMetadata{}
	deployment.SetGroupVersionKind(gvks.Deployment)
	if err := r.Get(ctx, req.NamespacedName, deployment); err != nil { // want `appsv1.Deployment is cached twice: this Get reads metadata, Owns at gvkvars.go:[0-9]+ watches typed objects`
		return ctrl.Result{}, err
	}
	job := &metav1.PartialObjectMetadata{}
	job.SetGroupVersionKind(gvks.Batch.WithKind("Job"))
	if err := r.Get(ctx, req.NamespacedName, job); err != nil { // want `batchv1.Job is cached twice: this Get reads metadata, Owns at gvkvars.go:[0-9]+ watches typed objects`
		return ctrl.Result{}, err
	}
	set := &metav1.PartialObjectMetadata{}
	set.SetGroupVersionKind(gvks.DaemonSet())
	if err := r.Get(ctx, req.NamespacedName, set); err != nil { // want `appsv1.DaemonSet is cached twice: this Get reads metadata, Owns at gvkvars.go:[0-9]+ watches typed objects`
		return ctrl.Result{}, err
	}
	cron := &metav1.PartialObjectMetadata{}
	cron.APIVersion, cron.Kind = gvks.Batch.String(), "CronJob"
	if err := r.Get(ctx, req.NamespacedName, cron); err != nil { // want `batchv1.CronJob is cached twice: this Get reads metadata, Owns at gvkvars.go:[0-9]+ watches typed objects`
		return ctrl.Result{}, err
	}
	// Nobody knows which kind it is by now.
	changed := &metav1.PartialObjectMetadata{}
	changed.SetGroupVersionKind(gvks.Changed)
	if err := r.Get(ctx, req.NamespacedName, changed); err != nil {
		return ctrl.Result{}, err
	}
	// Live: the client doesn't cache what is unstructured.
	free := &unstructured.Unstructured{}
	free.SetGroupVersionKind(gvks.Gizmo)
	return ctrl.Result{}, r.Get(ctx, req.NamespacedName, free)
}
