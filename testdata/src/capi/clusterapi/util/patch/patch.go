// Package patch stands in for the one of Cluster API, which has too many dependencies for a fixture: its helper has these
// functions, and sends copies, as this one does.
package patch

import (
	"context"
	"errors"

	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A Helper sends what has changed of an object since it was made.
type Helper struct {
	client client.Client
	before client.Object
}

// An Option is one of Patch.
type Option interface{ apply() }

// NewHelper makes a Helper of a copy.
func NewHelper(obj client.Object, c client.Client) (*Helper, error) {
	return &Helper{c, obj.DeepCopyObject().(client.Object)}, nil
}

// Patch sends it.
func (h *Helper) Patch(ctx context.Context, obj client.Object, _ ...Option) error {
	after := obj.DeepCopyObject().(client.Object)
	err := h.client.Patch(ctx, after, client.MergeFrom(h.before))
	after = obj.DeepCopyObject().(client.Object)
	return errors.Join(err, h.client.Status().Patch(ctx, after, client.MergeFrom(h.before)))
}
