package crosspkg

import (
	"context"
	"errors"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
	"ctrllint.test/cr025/lostwrite/crosspkg/steps"
)

// The base is kept when the label is there already.
func keptLate(ctx context.Context, c client.Client, key client.ObjectKey) (err error) {
	w := &api.Widget{}
	if err := c.Get(ctx, key, w); err != nil {
		return err
	}
	w.Labels["owner"] = w.Name
	k, err := steps.Keep(c, w)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, k.Patch(ctx, w)) }() // want `Patch in steps.Keeper.Patch .*does not send the change of Labels.*\[lostwrite/late\]`
	w.Annotations["seen"] = "true"
	return nil
}

// The base is kept first.
func keptFirst(ctx context.Context, c client.Client, key client.ObjectKey) (err error) {
	w := &api.Widget{}
	if err := c.Get(ctx, key, w); err != nil {
		return err
	}
	k, err := steps.Keep(c, w)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, k.Patch(ctx, w)) }()
	w.Labels["owner"] = w.Name
	return nil
}
