// Package states makes patches of two states of objects.
package states

import (
	"context"
	"encoding/json"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// Between sends what leads from one state to the other.
func Between(ctx context.Context, c client.Client, from, to *api.Widget) error {
	before, err := json.Marshal(from)
	if err != nil {
		return err
	}
	after, err := json.Marshal(to)
	if err != nil {
		return err
	}
	data, err := strategicpatch.CreateTwoWayMergePatch(before, after, &api.Widget{})
	if err != nil {
		return err
	}
	return c.Patch(ctx, &api.Widget{ObjectMeta: from.ObjectMeta}, client.RawPatch(types.MergePatchType, data))
}

// Sized sets the size.
func Sized(w *api.Widget, size int) *api.Widget {
	if w.Spec.Size == size {
		return w
	}
	w.Spec.Size = size
	return w
}

// SizedCopy leaves what it is given as it is.
func SizedCopy(w *api.Widget, size int) *api.Widget {
	if w.Spec.Size == size {
		return w
	}
	w = w.DeepCopy()
	w.Spec.Size = size
	return w
}

// Send sends what makes one state of the other, if the object is still the one that was read.
func Send[T client.Object](ctx context.Context, c client.Client, from, to T) error {
	return c.Patch(ctx, to, client.MergeFromWithOptions(from, client.MergeFromWithOptimisticLock{}))
}

// SendSized sets the size, too.
func SendSized(ctx context.Context, c client.Client, from, to *api.Widget, size int) error {
	to.Spec.Size = size
	return c.Patch(ctx, to, client.MergeFrom(from))
}
