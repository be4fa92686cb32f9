// Package watches has both projections of a kind. Metadata informers are there from controller-runtime 0.6.4 on.
package watches

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/source"
)

type reconciler struct {
	client.Client
	live client.Reader
}

func (r *reconciler) SetupWithManager(mgr ctrl.Manager) error {
	r.live = mgr.GetAPIReader()
	return ctrl.NewControllerManagedBy(mgr).
		For(&appsv1.Deployment{}, builder.OnlyMetadata).
		Owns(&appsv1.ReplicaSet{}, builder.OnlyMetadata).
		Watches(&source.Kind{Type: &corev1.Pod{}}, &handler.EnqueueRequestForObject{}, builder.OnlyMetadata).
		Watches(&source.Kind{Type: &corev1.Service{}}, &handler.EnqueueRequestForObject{}).
		Watches(&source.Kind{Type: &corev1.Node{}}, &handler.EnqueueRequestForOwner{OwnerType: &appsv1.Deployment{}}, builder.OnlyMetadata).
		Complete(r)
}

func (r *reconciler) Reconcile(req ctrl.Request) (ctrl.Result, error) {
	ctx := context.Background()
	var deployment appsv1.Deployment
	if err := r.Get(ctx, req.NamespacedName, &deployment); err != nil || deployment.Spec.Paused { // want `^warning: appsv1.Deployment is cached twice: this Get reads typed objects, For at watches.go:[0-9]+ watches metadata, so right after .*; read it live, through the API reader or by ClientDisableCacheFor `
		return ctrl.Result{}, err
	}
	if err := r.Get(ctx, req.NamespacedName, &corev1.Pod{}); err != nil { // want `corev1.Pod is cached twice: this Get reads typed objects, Watches at watches.go:[0-9]+ watches metadata`
		return ctrl.Result{}, err
	}
	service := &metav1.PartialObjectMetadata{}
	service.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Service"))
	if err := r.Get(ctx, req.NamespacedName, service); err != nil { // want `corev1.Service is cached twice: this Get reads metadata, Watches at watches.go:[0-9]+ watches typed objects`
		return ctrl.Result{}, err
	}
	// Live, and so is every unstructured read through the client.
	if err := r.live.Get(ctx, req.NamespacedName, &appsv1.ReplicaSet{}); err != nil {
		return ctrl.Result{}, err
	}
	node := &unstructured.Unstructured{}
	node.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Node"))
	return ctrl.Result{}, r.Get(ctx, req.NamespacedName, node)
}
