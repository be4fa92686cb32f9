package edits

import (
	"context"

	"k8s.io/apimachinery/pkg/api/equality"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Outcome is what was done.
type Outcome string

// Change has an object changed as it is now, and stores that if there is a difference.
func Change(ctx context.Context, c client.Client, obj client.Object, change func()) (Outcome, error) {
	if err := c.Get(ctx, client.ObjectKeyFromObject(obj), obj); err != nil {
		return "failed", err
	}
	was := obj.DeepCopyObject()
	change()
	if equality.Semantic.DeepEqual(was, obj) {
		return "same", nil
	}
	if err := c.Update(ctx, obj); err != nil {
		return "failed", err
	}
	return "changed", nil
}
