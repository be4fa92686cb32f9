// Package kubeutil has helpers whose callers say which kind, and through which client.
package kubeutil

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"

	corev1 "k8s.io/api/core/v1"
)

// NodeKind is a kind in a variable.
var NodeKind = corev1.SchemeGroupVersion.WithKind("Node")

// ListMetadata lists the metadata of objects of a kind.
func ListMetadata(ctx context.Context, c client.Client, kind schema.GroupVersionKind) ([]metav1.PartialObjectMetadata, error) {
	list := &metav1.PartialObjectMetadataList{}
	list.SetGroupVersionKind(schema.GroupVersionKind{Group: kind.Group, Version: kind.Version, Kind: kind.Kind + "List"})
	if err := c.List(ctx, list); err != nil {
		return nil, err
	}
	return list.Items, nil
}

// Exists tells whether there is an object.
func Exists(ctx context.Context, c client.Reader, key client.ObjectKey, obj client.Object) (bool, error) {
	err := c.Get(ctx, key, obj)
	return err == nil, client.IgnoreNotFound(err)
}

// Metadata returns an object of a kind.
func Metadata(kind schema.GroupVersionKind) *metav1.PartialObjectMetadata {
	meta := &metav1.PartialObjectMetadata{}
	meta.SetGroupVersionKind(kind)
	return meta
}

// Fetch gets an object of its type parameter.
func Fetch[T any, P interface {
	*T
	client.Object
}](ctx context.Context, c client.Client, key client.ObjectKey) (P, error) {
	obj := P(new(T))
	return obj, c.Get(ctx, key, obj)
}

// Read gets whatever it is given, of which the type may not say all.
func Read[T client.Object](ctx context.Context, c client.Reader, key client.ObjectKey, obj T) (T, error) {
	return obj, c.Get(ctx, key, obj)
}

// WatchMetadata makes a controller that watches the metadata of an object's kind.
func WatchMetadata(mgr ctrl.Manager, obj client.Object) *builder.Builder {
	return ctrl.NewControllerManagedBy(mgr).For(obj, builder.OnlyMetadata)
}
