package late

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
	"ctrllint.test/cr025/lostwrite/late/operations"
)

// A revision of a widget is made in steps, each a method of which the next can be called.
type revision struct {
	c    client.Client
	w    *api.Widget
	base client.Patch
}

func revised(c client.Client, w *api.Widget) *revision {
	return &revision{c: c, w: w, base: client.MergeFrom(w.DeepCopy())}
}

func (e *revision) note(key, value string) *revision {
	e.w.Annotations[key] = value
	return e
}

func (e *revision) anew() *revision {
	return &revision{c: e.c, w: e.w.DeepCopy(), base: client.MergeFrom(e.w)}
}

func (e *revision) send(ctx context.Context) error { return e.c.Patch(ctx, e.w, e.base) }

// chain names the owner before the revision begins.
func (r *Reconciler) chain(ctx context.Context, key client.ObjectKey, owner operations.Owner) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	owner.Mark(w)
	return revised(r.Client, w).note("seen", "true").note("by", owner.Name).send(ctx) // want `Patch at chained.go:\d+ does not send the change of Labels: the copy of the api.Widget that is its base was made after the change`
}

func (r *Reconciler) chainMended(ctx context.Context, key client.ObjectKey, owner operations.Owner) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	e := revised(r.Client, w)
	owner.Mark(w)
	return e.note("seen", "true").note("by", owner.Name).send(ctx)
}

// One of the steps returns another revision, which has what the first one was given for its base.
func (r *Reconciler) chainAnew(ctx context.Context, key client.ObjectKey, owner operations.Owner) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	owner.Mark(w)
	return revised(r.Client, w).anew().note("by", owner.Name).send(ctx)
}
