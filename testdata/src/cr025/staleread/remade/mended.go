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
