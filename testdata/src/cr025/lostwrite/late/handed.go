package late

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"
)

// makeAll hands the object to what is to change it, and copies it then.
func makeAll[T client.Object](ctx context.Context, c client.Writer, obj T, makes ...func(T)) error {
	for _, do := range makes {
		do(obj)
	}
	base, ok := obj.DeepCopyObject().(T)
	if !ok {
		return nil
	}
	return c.Patch(ctx, obj, client.MergeFrom(base)) // want `sends no change: its base is a copy of the object that is made when all changes are.*\[lostwrite/late\]`
}

func makeAllMended[T client.Object](ctx context.Context, c client.Writer, obj T, makes ...func(T)) error {
	base, ok := obj.DeepCopyObject().(T)
	if !ok {
		return nil
	}
	for _, do := range makes {
		do(obj)
	}
	return c.Patch(ctx, obj, client.MergeFrom(base))
}

// The last of them comes after the copy.
func makeLast[T client.Object](ctx context.Context, c client.Writer, obj T, first, last func(T)) error {
	first(obj)
	base, ok := obj.DeepCopyObject().(T)
	if !ok {
		return nil
	}
	last(obj)
	return c.Patch(ctx, obj, client.MergeFrom(base))
}

// What is changed is the copy, by its other name.
func makeBack[T client.Object](ctx context.Context, c client.Writer, obj T, back func(T)) error {
	base, ok := obj.DeepCopyObject().(T)
	if !ok {
		return nil
	}
	back(base)
	return c.Patch(ctx, obj, client.MergeFrom(base))
}
