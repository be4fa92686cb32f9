// Command otherclient caches unstructured objects through a client that it makes beside the manager's. What the
// manager's reads stays live. Nothing here is a finding.
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
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{})
	if err != nil {
		panic(err)
	}
	other, err := client.New(mgr.GetConfig(), client.Options{Cache: &client.CacheOptions{Reader: mgr.GetCache(), Unstructured: true}})
	if err != nil {
		panic(err)
	}
	if err := other.List(context.Background(), &batchv1.JobList{}); err != nil {
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
	return ctrl.Result{}, r.Get(ctx, req.NamespacedName, job)
}
