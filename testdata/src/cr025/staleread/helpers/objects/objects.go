// Package objects makes objects of whatever kind.
package objects

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Made creates an object, and reads it.
func Made[T client.Object](ctx context.Context, c client.Client, want, have T) error {
	if err := c.Create(ctx, want); err != nil {
		return err
	}
	return c.Get(ctx, client.ObjectKeyFromObject(want), have)
}

// Given does the same for what are interfaces.
func Given(ctx context.Context, c client.Client, want, have client.Object) error {
	if err := c.Create(ctx, want); err != nil {
		return err
	}
	return c.Get(ctx, client.ObjectKeyFromObject(want), have)
}

// Beside reads the object itself that it is given, which has a name of its own.
func Beside(ctx context.Context, c client.Client, want, other client.Object) error {
	if err := c.Create(ctx, want); err != nil {
		return err
	}
	return c.Get(ctx, client.ObjectKeyFromObject(other), other)
}
