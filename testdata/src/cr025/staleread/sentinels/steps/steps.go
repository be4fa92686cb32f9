// Package steps has a step of a reconcile that says by its error what it has done.
package steps

import (
	"context"
	"errors"
	"fmt"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// ErrLater is returned when the object was marked, and the step is to be done later; ErrNever when it can't be done.
var (
	ErrLater = errors.New("later")
	ErrNever = errors.New("never")
)

// Postpone marks an object.
func Postpone(ctx context.Context, c client.Client, w *api.Widget) error {
	if w.Spec.Size == 0 {
		return ErrNever
	}
	w.Spec.Size++
	if err := c.Update(ctx, w); err != nil {
		return err
	}
	return fmt.Errorf("%w: of %d", ErrLater, w.Spec.Size)
}
