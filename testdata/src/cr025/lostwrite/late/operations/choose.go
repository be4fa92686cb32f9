package operations

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Keep patches the object with what a function changes.
func Keep(ctx context.Context, c client.Client, obj client.Object, change func()) error {
	return keep(ctx, c, obj, false, change)
}

// KeepStatus does so with its status.
func KeepStatus(ctx context.Context, c client.Client, obj client.Object, change func()) error {
	return keep(ctx, c, obj, true, change)
}

// KeepEither does what it is told to.
func KeepEither(ctx context.Context, c client.Client, obj client.Object, whole bool, change func()) error {
	return keep(ctx, c, obj, !whole, change)
}

func keep(ctx context.Context, c client.Client, obj client.Object, status bool, change func()) error {
	base := obj.DeepCopyObject().(client.Object)
	change()
	if status {
		return c.Status().Patch(ctx, obj, client.MergeFrom(base))
	}
	return c.Patch(ctx, obj, client.MergeFrom(base))
}
