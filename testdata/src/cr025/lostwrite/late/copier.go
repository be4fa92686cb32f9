package late

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// copyAndFit makes the base, and then changes what it has copied: all in one call, whose result is the argument of the patch.
func copyAndFit(have, want *api.Widget) client.Patch {
	base := client.MergeFrom(have.DeepCopy())
	have.Spec.Size = want.Spec.Size
	return base
}

func fit(ctx context.Context, c client.Client, have, want client.Object) error {
	return c.Patch(ctx, have, copyAny(have, want))
}

// copyAny does it by way of a literal.
func copyAny(have, want client.Object) client.Patch {
	fit := func(to, from *api.Widget) client.Patch {
		base := client.MergeFrom(to.DeepCopy())
		to.Spec.Hosts = from.Spec.Hosts
		return base
	}
	return fit(have.(*api.Widget), want.(*api.Widget))
}

func fitWidget(ctx context.Context, c client.Client, have, want *api.Widget) error {
	return c.Patch(ctx, have, copyAndFit(have, want))
}

// copyOnly changes nothing.
func copyOnly(of *api.Widget) client.Patch { return client.MergeFrom(of.DeepCopy()) }

func fitLate(ctx context.Context, c client.Client, have, want *api.Widget) error {
	have.Spec.Size = want.Spec.Size
	return c.Patch(ctx, have, copyOnly(have)) // want `this Patch sends no change: its base is a copy .*\[lostwrite/late\]`
}
