// Package raw watches and indexes kinds in two projections without a builder, or with a source of its own. Sources are made with a cache.
package raw

import (
	"context"

	batchv1 "k8s.io/api/batch/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/source"
)

func watch(ctx context.Context, c controller.Controller, mgr ctrl.Manager) error {
	src := source.NewKindWithCache(&batchv1.Job{}, mgr.GetCache())
	if err := c.Watch(src, &handler.EnqueueRequestForObject{}); err != nil {
		return err
	}
	jobs := &metav1.PartialObjectMetadataList{}
	jobs.SetGroupVersionKind(batchv1.SchemeGroupVersion.WithKind("JobList"))
	if err := mgr.GetCache().List(ctx, jobs); err != nil { // want `batchv1.Job is cached twice: this List reads metadata, Watch at raw.go:[0-9]+ watches typed objects`
		return err
	}
	ingress := &unstructured.Unstructured{}
	ingress.SetGroupVersionKind(networkingv1.SchemeGroupVersion.WithKind("Ingress"))
	if err := c.Watch(&source.Kind{Type: ingress}, &handler.EnqueueRequestForObject{}); err != nil {
		return err
	}
	return mgr.GetFieldIndexer().IndexField(ctx, &networkingv1.Ingress{}, "spec.x", func(client.Object) []string { return nil }) // want `networkingv1.Ingress is cached twice: this IndexField indexes typed objects, Watch at raw.go:[0-9]+ watches unstructured objects`
}
