// Command writes has a client that waits for its own writes, so that each write makes an informer too.
package main

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/utils/ptr"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type reconciler struct{ client.Client }

func main() {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{
		Client: client.Options{Cache: &client.CacheOptions{EnableReadYourWritesConsistency: ptr.To(true)}},
	})
	if err != nil {
		panic(err)
	}
	r := &reconciler{mgr.GetClient()}
	if err := ctrl.NewControllerManagedBy(mgr).
		For(&appsv1.Deployment{}).
		Owns(&corev1.Service{}).
		Owns(&corev1.ConfigMap{}).
		Owns(&batchv1.Job{}).
		Complete(r); err != nil {
		panic(err)
	}
}

// Reconcile writes.
func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	meta := &metav1.PartialObjectMetadata{}
	meta.SetGroupVersionKind(appsv1.SchemeGroupVersion.WithKind("Deployment"))
	if err := r.Patch(ctx, meta, client.RawPatch("", nil)); err != nil { // want `^warning: Patch writes the metadata of appsv1.Deployment and waits until the cache has it, but For at main.go:28 watches it as typed objects: .*; write typed objects, or pass client.DisableReadYourWritesConsistency to this call \[projection/metadata\]`
		return ctrl.Result{}, err
	}
	service := &unstructured.Unstructured{}
	service.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Service"))
	if err := r.Create(ctx, service); err != nil { // want `Create writes corev1.Service and waits until the cache has it as unstructured objects, but Owns`
		return ctrl.Result{}, err
	}
	// Even what would be read live without that option.
	job := &unstructured.Unstructured{}
	job.SetGroupVersionKind(batchv1.SchemeGroupVersion.WithKind("Job"))
	if err := r.Get(ctx, req.NamespacedName, job); err != nil { // want `Get reads batchv1.Job from the cache as unstructured objects, but Owns`
		return ctrl.Result{}, err
	}
	config := &unstructured.Unstructured{}
	config.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("ConfigMap"))
	return ctrl.Result{}, r.Update(ctx, config, client.DisableReadYourWritesConsistency)
}
