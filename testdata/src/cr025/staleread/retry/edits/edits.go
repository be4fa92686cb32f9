// Package edits changes Widgets that others change too, however they are got.
package edits

import (
	"context"

	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// A Source gets a Widget.
type Source func(ctx context.Context, name string) (*api.Widget, error)

// An Editor edits them.
type Editor struct {
	Source  Source // asked in each try
	Default Source // asked once
	Writer  client.Writer
}

// Resize sets the size of one.
func (e *Editor) Resize(ctx context.Context, name string, size int) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return e.try(ctx, name, size) })
}

func (e *Editor) try(ctx context.Context, name string, size int) error {
	had, err := e.Source(ctx, name)
	if err != nil {
		return err
	}
	w := had.DeepCopy()
	w.Spec.Size = size
	return e.Writer.Update(ctx, w)
}

// Reset sets the size that the default has.
func (e *Editor) Reset(ctx context.Context, name string) error {
	like, err := e.Default(ctx, name)
	if err != nil {
		return err
	}
	return e.Resize(ctx, name, like.Spec.Size)
}

// Paint sets the colour of what get returns each time.
func Paint(ctx context.Context, to client.Writer, get Source, name, colour string) error {
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		w, err := get(ctx, name)
		if err != nil {
			return err
		}
		w.Spec.Colour = colour
		return to.Update(ctx, w)
	})
}

// Refill sets the colour of what get returned, and asks a live reader from the second try on.
func Refill(ctx context.Context, to client.Writer, live client.Reader, get Source, name, colour string) error {
	w, err := get(ctx, name)
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		if err != nil {
			return err
		}
		w.Spec.Colour = colour
		refused := to.Update(ctx, w)
		if refused != nil {
			w = &api.Widget{}
			err = live.Get(ctx, client.ObjectKey{Name: name}, w)
		}
		return refused
	})
}
