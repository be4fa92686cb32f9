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
	if err := r.Get(ctx, req.NamespacedName, &appsv1.Deployment{}); err != nil { // want `^warning: Get reads appsv1.Deployment from the cache as typed objects, but For at watches.go:[0-9]+ watches its metadata: .*keep appsv1.Deployment out of the client's cache \(ClientDisableCacheFor\)`
		return ctrl.Result{}, err
	}
	if err := r.Get(ctx, req.NamespacedName, &corev1.Pod{}); err != nil { // want `Get reads corev1.Pod .*, but Watches`
		return ctrl.Result{}, err
	}
	service := &metav1.PartialObjectMetadata{}
	service.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Service"))
	if err := r.Get(ctx, req.NamespacedName, service); err != nil { // want `Get reads the metadata of corev1.Service from the cache, but Watches at watches.go:[0-9]+ watches it as typed objects`
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
