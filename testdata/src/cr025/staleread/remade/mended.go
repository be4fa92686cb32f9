package remade

import (
	"context"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/remade/ensure"
)

// mended leaves it to the one that looks first.
func (r *R) mended(ctx context.Context, g *api.Gadget) error {
	return ensure.Made(ctx, r.Client, g)
}

// It costs a request.
func (r *R) patched(ctx context.Context, g *api.Gadget) error {
	if err := r.Create(ctx, g); err != nil {
		return err
	}
	return ensure.Patched(ctx, r.Client, g)
}
