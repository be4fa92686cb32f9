// Package reads reads without copies.
package reads

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// In reads what a namespace has.
func In[L client.ObjectList](ctx context.Context, from client.Reader, namespace string, into L) (L, error) {
	if err := from.List(ctx, into, client.InNamespace(namespace), client.UnsafeDisableDeepCopy); err != nil {
		return into, fmt.Errorf("list %T: %w", into, err)
	}
	return into, nil
}

// Everywhere reads what all namespaces have.
func Everywhere(ctx context.Context, from client.Reader, into *corev1.EndpointsList) error {
	return quick(ctx, from, into)
}

func quick(ctx context.Context, from client.Reader, into client.ObjectList) error {
	return from.List(ctx, into, client.UnsafeDisableDeepCopy)
}

// Copied reads, and copies what it has read.
func Copied(ctx context.Context, from client.Reader, into *corev1.EndpointsList) error {
	if err := quick(ctx, from, into); err != nil {
		return err
	}
	for i := range into.Items {
		into.Items[i] = *into.Items[i].DeepCopy()
	}
	return nil
}

// Replaced does so for any list.
func Replaced(ctx context.Context, from client.Reader, into client.ObjectList) error {
	if err := quick(ctx, from, into); err != nil {
		return err
	}
	objects, err := meta.ExtractList(into)
	if err != nil {
		return err
	}
	for i := range objects {
		objects[i] = objects[i].(runtime.Object).DeepCopyObject()
	}
	return meta.SetList(into, objects)
}

// Perhaps copies if it is told so.
func Perhaps(ctx context.Context, from client.Reader, into *corev1.EndpointsList, copies bool) error {
	if copies {
		return from.List(ctx, into)
	}
	return quick(ctx, from, into)
}
