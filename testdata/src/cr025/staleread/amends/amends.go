// Package amends writes twice, and reads only if that was refused.
package amends

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/amends/util"
	"ctrllint.test/cr025/staleread/api"
)

// Reconciler counts.
type Reconciler struct{ client.Client }

// What was written first is no reason for the read in Count, which has one of its own.
func (r *Reconciler) twice(ctx context.Context, w *api.Widget) error {
	if err := util.Count(ctx, r.Client, w, 1); err != nil {
		return err
	}
	return util.Count(ctx, r.Client, w, 2)
}

// Here it is the first write that the read can't see.
func (r *Reconciler) again(ctx context.Context, w *api.Widget) error {
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	}
	made, err := util.Read(ctx, r.Client, w) // want `warning: .*\[staleread/get\]`
	if err != nil {
		return err
	}
	if made > 1 {
		return r.Delete(ctx, w)
	}
	return nil
}

// The same within a package.
func (r *Reconciler) tagged(ctx context.Context, w *api.Widget) error {
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	return r.store(ctx, w)
}

func (r *Reconciler) store(ctx context.Context, w *api.Widget) error {
	err := r.Update(ctx, w)
	if err != nil {
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
			return err
		}
		return r.Update(ctx, w)
	}
	return nil
}
