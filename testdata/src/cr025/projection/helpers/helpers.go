// Package helpers meets both halves by calls of helpers, in this package and another.
package helpers

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/projection/helpers/kubeutil"
)

type reconciler struct {
	client client.Client
	api    client.Reader
}

func (r *reconciler) SetupWithManager(mgr ctrl.Manager) error {
	r.client, r.api = mgr.GetClient(), mgr.GetAPIReader()
	if err := kubeutil.WatchMetadata(mgr, &batchv1.CronJob{}).Complete(r); err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).
		For(&appsv1.Deployment{}).
		Owns(&corev1.Pod{}).
		Owns(&networkingv1.Ingress{}).
		Owns(&corev1.Node{}).
		Owns(&corev1.ServiceAccount{}).
		Owns(&corev1.Service{}).
		Owns(kubeutil.Metadata(batchv1.SchemeGroupVersion.WithKind("Job"))).
		Complete(r)
}

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if _, err := kubeutil.ListMetadata(ctx, r.client, corev1.SchemeGroupVersion.WithKind("Pod")); err != nil { // want `^warning: corev1.Pod is cached twice: this List reads metadata, Owns at helpers.go:[0-9]+ watches typed objects`
		return ctrl.Result{}, err
	}
	if _, err := kubeutil.Exists(ctx, r.client, req.NamespacedName, kubeutil.Metadata(kubeutil.NodeKind)); err != nil { // want `corev1.Node is cached twice: this Get reads metadata, Owns at helpers.go:[0-9]+ watches typed objects`
		return ctrl.Result{}, err
	}
	if _, err := kubeutil.Fetch[batchv1.Job](ctx, r.client, req.NamespacedName); err != nil { // want `batchv1.Job is cached twice: this Get reads typed objects, Owns at helpers.go:[0-9]+ watches metadata`
		return ctrl.Result{}, err
	}
	if err := r.get(ctx, req.NamespacedName, &batchv1.CronJob{}); err != nil { // want `batchv1.CronJob is cached twice: this Get reads typed objects, For at helpers.go:[0-9]+ watches metadata`
		return ctrl.Result{}, err
	}
	if _, err := kubeutil.Read(ctx, r.client, req.NamespacedName, kubeutil.Metadata(corev1.SchemeGroupVersion.WithKind("ServiceAccount"))); err != nil { // want `corev1.ServiceAccount is cached twice: this Get reads metadata, Owns at helpers.go:[0-9]+ watches typed objects`
		return ctrl.Result{}, err
	}
	if _, err := kubeutil.Read(ctx, r.client, req.NamespacedName, kubeutil.Metadata(corev1.SchemeGroupVersion.WithKind("ConfigMap"))); err != nil { // nobody watches them
		return ctrl.Result{}, err
	}
	if _, err := kubeutil.Read(ctx, r.client, req.NamespacedName, &corev1.Service{}); err != nil { // as they are watched
		return ctrl.Result{}, err
	}
	// Live, since the caller's reader is.
	_, err := kubeutil.Exists(ctx, r.api, req.NamespacedName, kubeutil.Metadata(appsv1.SchemeGroupVersion.WithKind("Deployment")))
	return ctrl.Result{}, err
}

func (r *reconciler) get(ctx context.Context, key client.ObjectKey, obj client.Object) error {
	return r.client.Get(ctx, key, obj)
}
