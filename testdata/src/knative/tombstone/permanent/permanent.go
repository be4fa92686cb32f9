// Package permanent says of a reconciler's errors that they stay.
package permanent

import (
	"context"

	"knative.dev/pkg/controller"
)

// Errors is a reconciler whose errors are permanent, and are told to somebody.
type Errors struct {
	Reconciler controller.Reconciler
	Told       interface{ Tell(error) }
}

// Reconcile implements controller.Reconciler.
func (e *Errors) Reconcile(ctx context.Context, key string) error {
	if err := e.Reconciler.Reconcile(ctx, key); err != nil {
		e.Told.Tell(err)
		return controller.NewPermanentError(err)
	}
	return nil
}

// First asks two reconcilers in turn.
type First struct{ One, Other controller.Reconciler }

// Reconcile implements controller.Reconciler.
func (f *First) Reconcile(ctx context.Context, key string) error {
	if err := f.One.Reconcile(ctx, key); err != nil {
		return err
	}
	return f.Other.Reconcile(ctx, key)
}
