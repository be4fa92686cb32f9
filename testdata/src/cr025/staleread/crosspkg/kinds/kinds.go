// Package kinds reads and writes any kind, one in each value.
package kinds

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Of has the objects of one kind, which its callers make.
type Of[T client.Object] struct {
	c    client.Client
	make func() T
}

// New returns them.
func New[T client.Object](c client.Client, make func() T) *Of[T] { return &Of[T]{c, make} }

// Load reads one.
func (k *Of[T]) Load(ctx context.Context, key client.ObjectKey) (T, error) {
	obj := k.make()
	err := k.c.Get(ctx, key, obj)
	return obj, err
}

// Save writes it.
func (k *Of[T]) Save(ctx context.Context, obj T) error { return k.c.Update(ctx, obj) }

// Pointer is a pointer to a struct that is an object.
type Pointer[T any] interface {
	*T
	client.Object
}

// Named has the objects of one kind, named by its struct.
type Named[T any, P Pointer[T]] struct{ c client.Client }

// NewNamed returns them.
func NewNamed[T any, P Pointer[T]](c client.Client) Named[T, P] { return Named[T, P]{c} }

// Load reads one.
func (k Named[T, P]) Load(ctx context.Context, key client.ObjectKey) (P, error) {
	var obj T
	p := P(&obj)
	if err := k.c.Get(ctx, key, p); err != nil {
		return nil, err
	}
	return p, nil
}

// Save writes it.
func (k Named[T, P]) Save(ctx context.Context, obj P) error { return k.c.Update(ctx, obj) }
