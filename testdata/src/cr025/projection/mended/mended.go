// Package mended reads each kind in the projection in which it watches it, or live.
package mended

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/handler"
)

type reconciler struct {
	client.Client
	APIReader client.Reader
	live      client.Reader
	dynamic   client.Client
}

func newReconciler(mgr ctrl.Manager) (*reconciler, error) {
	direct, err := client.New(mgr.GetConfig(), client.Options{Scheme: mgr.GetScheme()})
	return &reconciler{Client: mgr.GetClient(), APIReader: mgr.GetAPIReader(), live: direct, dynamic: mgr.GetClient()}, err
}

func (r *reconciler) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&appsv1.Deployment{}, builder.OnlyMetadata).
		Owns(&corev1.Service{}, builder.OnlyMetadata).
		Owns(&appsv1.StatefulSet{}).
		Owns(&networkingv1.Ingress{}).
		WatchesMetadata(&corev1.Secret{}, &handler.EnqueueRequestForObject{}).
		WatchesMetadata(&batchv1.Job{}, &handler.EnqueueRequestForObject{}).
		Complete(r)
}

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	// The metadata, in which it is watched.
	deployment := &metav1.PartialObjectMetadata{}
	deployment.SetGroupVersionKind(appsv1.SchemeGroupVersion.WithKind("Deployment"))
	if err := r.Get(ctx, req.NamespacedName, deployment); err != nil {
		return ctrl.Result{}, err
	}
	// Live readers.
	var secret corev1.Secret
	if err := r.APIReader.Get(ctx, req.NamespacedName, &secret); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.live.Get(ctx, req.NamespacedName, &corev1.Service{}); err != nil {
		return ctrl.Result{}, err
	}
	// Typed, as it is watched.
	if err := r.Get(ctx, req.NamespacedName, &appsv1.StatefulSet{}); err != nil {
		return ctrl.Result{}, err
	}
	// Unstructured objects are read live, unless the manager's options say otherwise.
	u := &unstructured.Unstructured{}
	u.SetGroupVersionKind(networkingv1.SchemeGroupVersion.WithKind("Ingress"))
	if err := r.dynamic.Get(ctx, req.NamespacedName, u); err != nil {
		return ctrl.Result{}, err
	}
	// Writes make no informer.
	job := &batchv1.Job{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, Name: req.Name}}
	if err := r.Create(ctx, job); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.Status().Update(ctx, job); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.Delete(ctx, job)
}
