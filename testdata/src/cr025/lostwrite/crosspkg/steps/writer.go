package steps

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A Writer is a client with less.
type Writer interface {
	Patch(ctx context.Context, obj client.Object, patch client.Patch) error
}

type writer struct{ client client.Client }

// NewWriter makes the one Writer.
func NewWriter(c client.Client) Writer { return &writer{c} }

func (w *writer) Patch(ctx context.Context, obj client.Object, patch client.Patch) error {
	return w.client.Patch(ctx, obj, patch)
}

// A Sender is one of several.
type Sender interface {
	Send(ctx context.Context, obj client.Object, patch client.Patch) error
}

type patching struct{ writer Writer }

type updating struct{ client client.Client }

// NewSender makes a Sender.
func NewSender(c client.Client, whole bool) Sender {
	if whole {
		return &updating{c}
	}
	return &patching{NewWriter(c)}
}

func (p *patching) Send(ctx context.Context, obj client.Object, patch client.Patch) error {
	return p.writer.Patch(ctx, obj, patch)
}

func (u *updating) Send(ctx context.Context, obj client.Object, _ client.Patch) error {
	return u.client.Update(ctx, obj)
}
