package steps

import (
	"context"
	"errors"

	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A Keeper keeps an object as it was.
type Keeper struct {
	client client.Client
	before client.Object
}

// Keep keeps it.
func Keep(c client.Client, obj client.Object) (*Keeper, error) {
	if obj == nil {
		return nil, errors.New("nothing to keep")
	}
	return &Keeper{client: c, before: obj.DeepCopyObject().(client.Object)}, nil
}

// Patch sends what has been changed since.
func (k *Keeper) Patch(ctx context.Context, obj client.Object) error {
	return k.client.Patch(ctx, obj, client.MergeFrom(k.before))
}
