// Package clusters has several caches. Those of another cluster, or made beside the manager's, have nothing to do with
// the manager's.
package clusters

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/cluster"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/source"
)

type reconciler struct {
	local  client.Client
	remote client.Reader
}

func setup(ctx context.Context, mgr ctrl.Manager, cfg *rest.Config) error {
	other, err := cluster.New(cfg)
	if err != nil {
		return err
	}
	r := &reconciler{local: mgr.GetClient()}
	pod := &metav1.PartialObjectMetadata{}
	pod.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Pod"))
	if err := ctrl.NewControllerManagedBy(mgr).
		For(&corev1.Pod{}).
		WatchesMetadata(&appsv1.Deployment{}, nil).
		WatchesRawSource(source.Kind[client.Object](other.GetCache(), pod, &handler.EnqueueRequestForObject{})).
		Complete(nil); err != nil {
		return err
	}
	// Its own two informers do conflict.
	if _, err := other.GetCache().GetInformer(ctx, &batchv1.Job{}); err != nil {
		return err
	}
	job := &metav1.PartialObjectMetadata{}
	job.SetGroupVersionKind(batchv1.SchemeGroupVersion.WithKind("Job"))
	if err := other.GetClient().Get(ctx, client.ObjectKey{}, job); err != nil { // want `batchv1.Job is cached twice: this Get reads metadata, GetInformer at clusters.go:[0-9]+ watches typed objects`
		return err
	}
	// The cache of a client that is made here.
	own, err := cache.New(cfg, cache.Options{})
	if err != nil {
		return err
	}
	c, err := client.New(cfg, client.Options{Cache: &client.CacheOptions{Reader: own}})
	if err != nil {
		return err
	}
	r.remote = c
	return c.Get(ctx, client.ObjectKey{}, &appsv1.Deployment{})
}

func (r *reconciler) read(ctx context.Context) error {
	return r.remote.Get(ctx, client.ObjectKey{}, &appsv1.Deployment{})
}
