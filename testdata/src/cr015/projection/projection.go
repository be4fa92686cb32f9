// Package projection has both projections of a kind in the API of controller-runtime 0.15.
package projection

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/source"
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
	if err := r.Get(ctx, req.NamespacedName, &appsv1.Deployment{}); err != nil { // want `^warning: Get reads appsv1.Deployment from the cache as typed objects, but For at projection.go:37 watches its metadata: .*keep appsv1.Deployment out of the client's cache \(Client.Cache.DisableFor\)`
		return ctrl.Result{}, err
	}
	if err := r.Get(ctx, req.NamespacedName, &corev1.Pod{}); err != nil { // want `Get reads corev1.Pod .*, but Watches`
		return ctrl.Result{}, err
	}
	if err := r.List(ctx, &corev1.NodeList{}); err != nil { // want `List reads corev1.Node .*, but WatchesMetadata`
		return ctrl.Result{}, err
	}
	service := &metav1.PartialObjectMetadata{}
	service.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Service"))
	if err := r.Get(ctx, req.NamespacedName, service); err != nil { // want `Get reads the metadata of corev1.Service from the cache, but Watches at projection.go:[0-9]+ watches it as typed objects`
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

func watch(ctx context.Context, c controller.Controller, mgr ctrl.Manager) error {
	src := source.Kind(mgr.GetCache(), &batchv1.Job{})
	if err := c.Watch(src, &handler.EnqueueRequestForObject{}); err != nil {
		return err
	}
	if err := ctrl.NewControllerManagedBy(mgr).
		WatchesRawSource(source.Kind(mgr.GetCache(), &discoveryv1.EndpointSlice{}), &handler.EnqueueRequestForObject{}, builder.OnlyMetadata).
		Complete(nil); err != nil {
		return err
	}
	if err := mgr.GetClient().List(ctx, &discoveryv1.EndpointSliceList{}); err != nil { // want `List reads discoveryv1.EndpointSlice .*, but WatchesRawSource at projection.go:[0-9]+ watches its metadata`
		return err
	}
	jobs := &metav1.PartialObjectMetadataList{}
	jobs.SetGroupVersionKind(batchv1.SchemeGroupVersion.WithKind("JobList"))
	if err := mgr.GetCache().List(ctx, jobs); err != nil { // want `List reads the metadata of batchv1.Job from the cache, but Watch`
		return err
	}
	ingress := &unstructured.Unstructured{}
	ingress.SetGroupVersionKind(networkingv1.SchemeGroupVersion.WithKind("Ingress"))
	if _, err := mgr.GetCache().GetInformer(ctx, ingress); err != nil {
		return err
	}
	return mgr.GetFieldIndexer().IndexField(ctx, &networkingv1.Ingress{}, "spec.x", func(client.Object) []string { return nil }) // want `IndexField indexes networkingv1.Ingress`
}
