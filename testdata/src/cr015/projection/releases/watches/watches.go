// Package watches has both projections of a kind. A manager is told what not to cache by its client's options.
package watches

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/handler"
)

type reconciler struct {
	client.Client
	live client.Reader
}

func newManager(cfg *rest.Config) (ctrl.Manager, error) {
	return ctrl.NewManager(cfg, ctrl.Options{
		Client: client.Options{Cache: &client.CacheOptions{DisableFor: []client.Object{&corev1.Secret{}}}},
	})
}

func (r *reconciler) SetupWithManager(mgr ctrl.Manager) error {
	r.live = mgr.GetAPIReader()
	return ctrl.NewControllerManagedBy(mgr).
		For(&appsv1.Deployment{}, builder.OnlyMetadata).
		Owns(&appsv1.ReplicaSet{}, builder.OnlyMetadata).
		Watches(&corev1.Pod{}, &handler.EnqueueRequestForObject{}, builder.OnlyMetadata).
		Watches(&corev1.Service{}, handler.EnqueueRequestForOwner(mgr.GetScheme(), mgr.GetRESTMapper(), &appsv1.Deployment{})).
		WatchesMetadata(&corev1.Secret{}, &handler.EnqueueRequestForObject{}).
		WatchesMetadata(&corev1.Node{}, &handler.EnqueueRequestForObject{}).
		Complete(r)
}

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var deployment appsv1.Deployment
	if err := r.Get(ctx, req.NamespacedName, &deployment); err != nil || deployment.Spec.Paused { // want `^warning: appsv1.Deployment is cached twice: this Get reads typed objects, For at watches.go:[0-9]+ watches metadata, so right after .*; read it live, through the API reader or by Client.Cache.DisableFor `
		return ctrl.Result{}, err
	}
	if err := r.Get(ctx, req.NamespacedName, &corev1.Pod{}); err != nil { // want `corev1.Pod is cached twice: this Get reads typed objects, Watches at watches.go:[0-9]+ watches metadata`
		return ctrl.Result{}, err
	}
	if err := r.List(ctx, &corev1.NodeList{}); err != nil { // want `corev1.Node is cached twice: this List reads typed objects, WatchesMetadata at watches.go:[0-9]+ watches metadata`
		return ctrl.Result{}, err
	}
	service := &metav1.PartialObjectMetadata{}
	service.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Service"))
	if err := r.Get(ctx, req.NamespacedName, service); err != nil { // want `corev1.Service is cached twice: this Get reads metadata, Watches at watches.go:[0-9]+ watches typed objects`
		return ctrl.Result{}, err
	}
	// Live: the reader, the kind, and unstructured objects.
	if err := r.live.Get(ctx, req.NamespacedName, &appsv1.ReplicaSet{}); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.Get(ctx, req.NamespacedName, &corev1.Secret{}); err != nil {
		return ctrl.Result{}, err
	}
	pod := &unstructured.Unstructured{}
	pod.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Service"))
	return ctrl.Result{}, r.Get(ctx, req.NamespacedName, pod)
}
