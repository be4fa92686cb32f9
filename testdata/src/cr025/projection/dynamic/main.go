// Command dynamic has a manager whose client caches unstructured objects.
package main

import (
	"context"

	batchv1 "k8s.io/api/batch/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type reconciler struct{ client.Client }

func main() {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{
		Client: client.Options{Cache: &client.CacheOptions{Unstructured: true}},
	})
	if err != nil {
		panic(err)
	}
	if err := ctrl.NewControllerManagedBy(mgr).For(&batchv1.Job{}).Complete(&reconciler{mgr.GetClient()}); err != nil {
		panic(err)
	}
}

// Reconcile reads an unstructured Job.
func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	job := &unstructured.Unstructured{}
	job.SetGroupVersionKind(batchv1.SchemeGroupVersion.WithKind("Job"))
	return ctrl.Result{}, r.Get(ctx, req.NamespacedName, job) // want `batchv1.Job is cached twice: this Get reads unstructured objects, For at main.go:[0-9]+ watches typed objects`
}
