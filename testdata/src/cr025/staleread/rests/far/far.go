// Package far is what package rests calls.
package far

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Save writes a Widget.
func Save(ctx context.Context, c client.Client, w *api.Widget) error {
	return c.Update(ctx, w) // rests
}

// Load reads a Widget.
func Load(ctx context.Context, c client.Reader, key client.ObjectKey) (*api.Widget, error) {
	w := &api.Widget{}
	if err := c.Get(ctx, key, w); err != nil { // rests
		return nil, err
	}
	return w, nil
}
