package late

import (
	"context"
	"errors"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// An editor keeps the object, and the patch that it will be.
type editor struct {
	c     client.Client
	obj   client.Object
	patch client.Patch
}

func edit(c client.Client, obj client.Object) *editor {
	return &editor{c: c, obj: obj, patch: client.MergeFrom(obj.DeepCopyObject().(client.Object))}
}

func (e *editor) save(ctx context.Context) error { return e.c.Patch(ctx, e.obj, e.patch) }

func (e *editor) saveStatus(ctx context.Context) error {
	return e.c.Status().Patch(ctx, e.obj, e.patch)
}

func (e *editor) label(name string) {
	e.obj.SetLabels(map[string]string{"owner": name})
}

// edited begins when the label is there already.
func (r *Reconciler) edited(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	w.Labels = map[string]string{"owner": "shop"}
	e := edit(r.Client, w)
	w.Annotations = map[string]string{"owned": "yes"}
	return e.save(ctx) // want `does not send the change of Labels.*\[lostwrite/late\]`
}

// editedLast saves at the end.
func (r *Reconciler) editedLast(ctx context.Context, key client.ObjectKey) (err error) {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	w.Labels = map[string]string{"owner": "shop"}
	e := edit(r.Client, w)
	defer func() { err = errors.Join(err, e.save(ctx)) }() // want `does not send the change of Labels.*\[lostwrite/late\]`
	w.Annotations = map[string]string{"owned": "yes"}
	return nil
}

// editedStatus patches the status only.
func (r *Reconciler) editedStatus(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	e := edit(r.Client, w)
	w.Spec.Size = 2
	w.Status.Phase = "Ready"
	return e.saveStatus(ctx) // want `does not store the change of Spec.Size.*\[lostwrite/spec\]`
}

func (r *Reconciler) editedMended(ctx context.Context, key client.ObjectKey) (err error) {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	e := edit(r.Client, w)
	defer func() { err = errors.Join(err, e.save(ctx)) }()
	w.Labels = map[string]string{"owner": "shop"}
	return nil
}

// editedTwice has two, the first of which sends the label.
func (r *Reconciler) editedTwice(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	first := edit(r.Client, w)
	w.Labels = map[string]string{"owner": "shop"}
	if err := first.save(ctx); err != nil {
		return err
	}
	second := edit(r.Client, w)
	w.Annotations = map[string]string{"owned": "yes"}
	return second.save(ctx)
}

// The label is set by the editor itself, and again.
func (r *Reconciler) editedInside(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	w.Labels = map[string]string{"owner": "none"}
	e := edit(r.Client, w)
	e.label("shop")
	return e.save(ctx)
}

// editors are kept for others, who may write the object as a whole.
type session struct{ editors []*editor }

func (r *Reconciler) editedLater(ctx context.Context, key client.ObjectKey, s *session) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	w.Labels = map[string]string{"owner": "shop"}
	e := edit(r.Client, w)
	s.editors = append(s.editors, e)
	w.Annotations = map[string]string{"owned": "yes"}
	return e.save(ctx)
}

// A turner has another object each time.
type turner struct {
	c   client.Client
	obj *api.Widget
}

func newTurner(c client.Client, w *api.Widget) *turner { return &turner{c, w} }

func (t *turner) turn(w *api.Widget) { t.obj = w }

func (t *turner) saveStatus(ctx context.Context) error { return t.c.Status().Update(ctx, t.obj) }

func (r *Reconciler) turned(ctx context.Context, key client.ObjectKey, other *api.Widget) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	t := newTurner(r.Client, w)
	w.Spec.Size = 2
	t.turn(other)
	if err := t.saveStatus(ctx); err != nil {
		return err
	}
	return r.Update(ctx, w)
}
