// Package raw watches and indexes kinds in two projections without a builder, or with a source of its own. Sources have their handlers.
package raw

import (
	"context"

	batchv1 "k8s.io/api/batch/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
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
	src := source.Kind(mgr.GetCache(), &batchv1.Job{}, &handler.TypedEnqueueRequestForObject[*batchv1.Job]{})
	if err := c.Watch(src); err != nil {
		return err
	}
	if err := ctrl.NewControllerManagedBy(mgr).
		WatchesRawSource(source.Kind[client.Object](mgr.GetCache(), slices(), &handler.EnqueueRequestForObject{})).
		Complete(nil); err != nil {
		return err
	}
	if err := mgr.GetClient().List(ctx, &discoveryv1.EndpointSliceList{}); err != nil { // want `discoveryv1.EndpointSlice is cached twice: this List reads typed objects, WatchesRawSource at raw.go:[0-9]+ watches metadata`
		return err
	}
	jobs := &metav1.PartialObjectMetadataList{}
	jobs.SetGroupVersionKind(batchv1.SchemeGroupVersion.WithKind("JobList"))
	if err := mgr.GetCache().List(ctx, jobs); err != nil { // want `batchv1.Job is cached twice: this List reads metadata, Watch at raw.go:[0-9]+ watches typed objects`
		return err
	}
	ingress := &unstructured.Unstructured{}
	ingress.SetGroupVersionKind(networkingv1.SchemeGroupVersion.WithKind("Ingress"))
	if _, err := mgr.GetCache().GetInformer(ctx, ingress); err != nil {
		return err
	}
	return mgr.GetFieldIndexer().IndexField(ctx, &networkingv1.Ingress{}, "spec.x", func(client.Object) []string { return nil }) // want `networkingv1.Ingress is cached twice: this IndexField indexes typed objects, GetInformer at raw.go:[0-9]+ watches unstructured objects`
}

func slices() client.Object {
	meta := &metav1.PartialObjectMetadata{}
	meta.SetGroupVersionKind(discoveryv1.SchemeGroupVersion.WithKind("EndpointSlice"))
	return meta
}
