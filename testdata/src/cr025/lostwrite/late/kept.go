package late

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// A patcher keeps the base in a field.
type patcher struct {
	c      client.Client
	before client.Object
}

func newPatcher(c client.Client, obj client.Object) *patcher {
	return &patcher{c, obj.DeepCopyObject().(client.Object)}
}

func (p *patcher) patch(ctx context.Context, obj client.Object) error {
	return p.c.Patch(ctx, obj, client.MergeFrom(p.before))
}

// own makes it after the first change.
func (r *Reconciler) own(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	w.Labels = map[string]string{"owner": "shop"}
	p := newPatcher(r.Client, w)
	w.Annotations = map[string]string{"owned": "yes"}
	return p.patch(ctx, w) // want `does not send the change of Labels`
}

func (r *Reconciler) ownMended(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	p := newPatcher(r.Client, w)
	w.Labels = map[string]string{"owner": "shop"}
	return p.patch(ctx, w)
}

// A rebaser puts the label into its base, which is no copy any more.
type rebaser struct {
	c      client.Client
	before *api.Widget
}

func newRebaser(c client.Client, w *api.Widget) *rebaser { return &rebaser{c, w.DeepCopy()} }

func (p *rebaser) patch(ctx context.Context, w *api.Widget) error {
	p.before.Labels = nil
	return p.c.Patch(ctx, w, client.MergeFrom(p.before))
}

func (r *Reconciler) rebased(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	w.Labels = map[string]string{"owner": "shop"}
	p := newRebaser(r.Client, w)
	return p.patch(ctx, w)
}
