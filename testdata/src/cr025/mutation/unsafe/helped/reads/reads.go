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

// A Source has what to read with.
type Source struct{ From client.Reader }

// Of reads with what that has.
func Of(ctx context.Context, source *Source, into client.ObjectList) error {
	return source.From.List(ctx, into, client.UnsafeDisableDeepCopy)
}

// All reads with what it has.
func (s *Source) All(ctx context.Context, into client.ObjectList) error {
	return s.From.List(ctx, into, client.UnsafeDisableDeepCopy)
}

// By reads with what it gets.
func By(ctx context.Context, source interface{ Reader() client.Reader }, into client.ObjectList) error {
	return source.Reader().List(ctx, into, client.UnsafeDisableDeepCopy)
}

// First reads with the first there is.
func First(ctx context.Context, first, other client.Reader, into client.ObjectList) error {
	if first != nil {
		return quick(ctx, first, into)
	}
	return quick(ctx, other, into)
}

// Either reads with one or the other.
func Either(ctx context.Context, from, live client.Reader, fresh bool, into client.ObjectList) error {
	if fresh {
		from = live
	}
	return quick(ctx, from, into)
}

// Missing reads if nothing has been read.
func Missing(ctx context.Context, from client.Reader, read bool, into client.ObjectList) error {
	if read {
		return nil
	}
	return quick(ctx, from, into)
}
