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
	if err := r.Patch(ctx, meta, client.RawPatch("", nil)); err != nil { // want `^warning: appsv1.Deployment is cached twice: this Patch writes metadata and waits for the cache, For at main.go:[0-9]+ watches typed objects, so right after an event of one a read of the other may find nothing or an older object; write typed objects \[projection/metadata\]`
		return ctrl.Result{}, err
	}
	service := &unstructured.Unstructured{}
	service.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Service"))
	if err := r.Create(ctx, service); err != nil { // want `corev1.Service is cached twice: this Create writes unstructured objects and waits for the cache, Owns at main.go:[0-9]+ watches typed objects`
		return ctrl.Result{}, err
	}
	// Even what would be read live without that option.
	job := &unstructured.Unstructured{}
	job.SetGroupVersionKind(batchv1.SchemeGroupVersion.WithKind("Job"))
	if err := r.Get(ctx, req.NamespacedName, job); err != nil { // want `batchv1.Job is cached twice: this Get reads unstructured objects, Owns at main.go:[0-9]+ watches typed objects`
		return ctrl.Result{}, err
	}
	config := &unstructured.Unstructured{}
	config.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("ConfigMap"))
	return ctrl.Result{}, r.Update(ctx, config, client.DisableReadYourWritesConsistency)
}
