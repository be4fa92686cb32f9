// Package two implements the interface of another package, which has an implementation of its own.
package two

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/shelf/shelves"
)

type memory map[string]*api.Widget

func (m memory) Load(_ context.Context, key client.ObjectKey) (*api.Widget, error) {
	return m[key.String()], nil
}

func (m memory) Save(_ context.Context, w *api.Widget) error {
	m[client.ObjectKeyFromObject(w).String()] = w
	return nil
}

func grow(ctx context.Context, shelf shelves.Shelf, w *api.Widget) (int, error) {
	w.Spec.Size++
	if err := shelf.Save(ctx, w); err != nil {
		return 0, err
	}
	now, err := shelf.Load(ctx, client.ObjectKeyFromObject(w))
	if err != nil {
		return 0, err
	}
	return now.Spec.Size, nil
}

// Grow lets a widget grow that is in memory only.
func Grow(ctx context.Context, w *api.Widget) (int, error) { return grow(ctx, memory{}, w) }
