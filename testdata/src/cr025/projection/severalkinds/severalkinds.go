// Package severalkinds watches several kinds at one place.
package severalkinds

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/handler"
)

type reconciler struct{ client.Client }

func (r *reconciler) SetupWithManager(mgr ctrl.Manager) error {
	b := ctrl.NewControllerManagedBy(mgr).For(&batchv1.CronJob{})
	for _, owned := range []client.Object{&appsv1.Deployment{}, &appsv1.StatefulSet{}, &batchv1.Job{}} {
		b = b.Owns(owned, builder.OnlyMetadata)
	}
	for _, also := range watched() {
		b = b.Watches(also, &handler.EnqueueRequestForObject{})
	}
	return b.Complete(r)
}

func watched() []client.Object { return []client.Object{&corev1.Pod{}, &corev1.Service{}} }

func (r *reconciler) services(ctx context.Context, key client.ObjectKey) error {
	service := metadataOf("Service", "v1")
	if err := r.Get(ctx, key, service); err != nil { // want `corev1.Service is cached twice: this Get reads metadata, Watches at severalkinds.go:[0-9]+ watches typed objects`
		return err
	}
	// Nobody watches nodes: there is one projection of them.
	return r.Get(ctx, key, metadataOf("Node", "v1"))
}

func metadataOf(kind, version string) *metav1.PartialObjectMetadata {
	return &metav1.PartialObjectMetadata{TypeMeta: metav1.TypeMeta{Kind: kind, APIVersion: version}}
}

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	for _, obj := range []client.Object{&appsv1.Deployment{}, &appsv1.StatefulSet{}} {
		if err := r.Get(ctx, req.NamespacedName, obj); err != nil { // want `appsv1.Deployment is cached twice: this Get reads typed objects, Owns at severalkinds.go:[0-9]+ watches metadata` `appsv1.StatefulSet is cached twice: this Get reads typed objects, Owns at severalkinds.go:[0-9]+ watches metadata`
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, r.services(ctx, req.NamespacedName)
}
