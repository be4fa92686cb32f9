// Package abroad waits for others.
package abroad

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/wait"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Visible returns when the cache has all of the objects.
func Visible(ctx context.Context, reader client.Reader, objects ...client.Object) error {
	for _, o := range objects {
		key, found := client.ObjectKeyFromObject(o), o.DeepCopyObject().(client.Object)
		if err := wait.PollUntilContextTimeout(ctx, 20*time.Millisecond, time.Minute, true, func(ctx context.Context) (bool, error) {
			err := reader.Get(ctx, key, found)
			if apierrors.IsNotFound(err) {
				return false, nil
			}
			return err == nil, err
		}); err != nil {
			return err
		}
	}
	return nil
}

// Active returns when a namespace is active, and gives up if there is none.
func Active(ctx context.Context, reader client.Reader, name string) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		var ns corev1.Namespace
		if err := reader.Get(ctx, client.ObjectKey{Name: name}, &ns); err != nil {
			return false, err
		}
		return ns.Status.Phase == corev1.NamespaceActive, nil
	})
}

// Patient goes on as long as there is none.
func Patient(ctx context.Context, reader client.Reader, name string) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		var ns corev1.Namespace
		if err := reader.Get(ctx, client.ObjectKey{Name: name}, &ns); err != nil {
			return false, client.IgnoreNotFound(err)
		}
		return ns.Status.Phase == corev1.NamespaceActive, nil
	})
}
