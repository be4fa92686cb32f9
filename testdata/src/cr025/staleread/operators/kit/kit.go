// Package kit has what several controllers use.
package kit

import (
	"context"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Ensure makes an object, unless it is there.
func Ensure[T client.Object](ctx context.Context, c client.Client, obj T) error {
	err := c.Create(ctx, obj)
	if apierrors.IsAlreadyExists(err) {
		return nil
	}
	return err
}

// Load reads an object.
func Load[T any, P interface {
	*T
	client.Object
}](ctx context.Context, c client.Reader, key client.ObjectKey) (P, error) {
	obj := P(new(T))
	if err := c.Get(ctx, key, obj); err != nil {
		return nil, err
	}
	return obj, nil
}

// A Patcher patches what was changed since it was made.
type Patcher struct {
	c    client.Client
	base client.Object
}

// NewPatcher returns a Patcher.
func NewPatcher(c client.Client, obj client.Object) *Patcher {
	return &Patcher{c: c, base: obj.DeepCopyObject().(client.Object)}
}

// Patch sends what was changed.
func (p *Patcher) Patch(ctx context.Context, obj client.Object) error {
	return p.c.Patch(ctx, obj, client.MergeFrom(p.base))
}
