// Package unstructured has unstructured objects in the cache beside typed ones or metadata.
package unstructured

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/handler"
)

type reconciler struct {
	client.Client
	cached client.Reader
}

func object(group, version, kind string) *unstructured.Unstructured {
	u := &unstructured.Unstructured{}
	u.SetGroupVersionKind(schema.GroupVersionKind{Group: group, Version: version, Kind: kind})
	return u
}

func deployment() *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{"apiVersion": "apps/v1", "kind": "Deployment"}}
}

func (r *reconciler) SetupWithManager(mgr ctrl.Manager) error {
	r.cached = mgr.GetCache()
	node := &unstructured.Unstructured{}
	node.SetAPIVersion("v1")
	node.SetKind("Node")
	return ctrl.NewControllerManagedBy(mgr).
		For(deployment()).
		Owns(&corev1.Pod{}).
		Owns(&networkingv1.Ingress{}).
		WatchesMetadata(&batchv1.Job{}, &handler.EnqueueRequestForObject{}).
		Watches(node, &handler.EnqueueRequestForObject{}).
		Complete(r)
}

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := r.Get(ctx, req.NamespacedName, &appsv1.Deployment{}); err != nil { // want `^warning: appsv1.Deployment is cached twice: this Get reads typed objects, For at unstructured.go:[0-9]+ watches unstructured objects, so right after an event Get may find nothing or an older object; read unstructured objects too, or use the API reader \[projection/unstructured\]`
		return ctrl.Result{}, err
	}
	pod := &unstructured.Unstructured{}
	pod.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Pod"))
	if err := r.cached.Get(ctx, req.NamespacedName, pod); err != nil { // want `corev1.Pod is cached twice: this Get reads unstructured objects, Owns at unstructured.go:[0-9]+ watches typed objects`
		return ctrl.Result{}, err
	}
	jobs := &unstructured.UnstructuredList{}
	jobs.SetGroupVersionKind(batchv1.SchemeGroupVersion.WithKind("JobList"))
	if err := r.cached.List(ctx, jobs); err != nil { // want `batchv1.Job is cached twice: this List reads unstructured objects, WatchesMetadata at unstructured.go:[0-9]+ watches metadata`
		return ctrl.Result{}, err
	}
	if err := r.List(ctx, &corev1.NodeList{}); err != nil { // want `corev1.Node is cached twice: this List reads typed objects, Watches at unstructured.go:[0-9]+ watches unstructured objects`
		return ctrl.Result{}, err
	}
	// Live: the manager's client reads unstructured objects from the API server.
	ingress := &unstructured.Unstructured{}
	ingress.SetGroupVersionKind(networkingv1.SchemeGroupVersion.WithKind("Ingress"))
	if err := r.Get(ctx, client.ObjectKey{Name: "shared"}, ingress); err != nil {
		return ctrl.Result{}, err
	}
	// What strings say at run time can't be seen.
	return ctrl.Result{}, r.cached.Get(ctx, req.NamespacedName, object("networking.k8s.io", "v1", "Ingress"))
}
