// Package fetch reads for others.
package fetch

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Fetch reads an object of whatever kind.
func Fetch[T any, P interface {
	*T
	client.Object
}](ctx context.Context, c client.Client, key client.ObjectKey) (P, error) {
	obj := P(new(T))
	if err := c.Get(ctx, key, obj); err != nil {
		return nil, err
	}
	return obj, nil
}

// Plain reads an object of whatever kind, and returns it as the type that the parameter points to.
func Plain[T any, P interface {
	*T
	client.Object
}](ctx context.Context, c client.Client, key client.ObjectKey) (*T, error) {
	obj := new(T)
	if err := c.Get(ctx, key, P(obj)); err != nil {
		return nil, err
	}
	return obj, nil
}
