// Package severalkinds watches several kinds at one place.
package severalkinds

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type reconciler struct{ client.Client }

func (r *reconciler) SetupWithManager(mgr ctrl.Manager) error {
	b := ctrl.NewControllerManagedBy(mgr).For(&batchv1.CronJob{})
	for _, owned := range []client.Object{&appsv1.Deployment{}, &appsv1.StatefulSet{}, &batchv1.Job{}} {
		b = b.Owns(owned, builder.OnlyMetadata)
	}
	return b.Complete(r)
}

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	for _, obj := range []client.Object{&appsv1.Deployment{}, &appsv1.StatefulSet{}} {
		if err := r.Get(ctx, req.NamespacedName, obj); err != nil { // want `appsv1.Deployment is cached twice: this Get reads typed objects, Owns at severalkinds.go:[0-9]+ watches metadata` `appsv1.StatefulSet is cached twice: this Get reads typed objects, Owns at severalkinds.go:[0-9]+ watches metadata`
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, nil
}
