package base

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
	"ctrllint.test/cr025/lostwrite/base/states"
)

// retired returns the Widget as it should be.
func retired(w *api.Widget) *api.Widget {
	out := w.DeepCopy()
	out.Spec.Size = 1 // rests
	return out
}

// kept returns it as it is.
func kept(w *api.Widget) *api.Widget { return w.DeepCopy() }

// retiredOnce makes no copy of one that is retired.
func retiredOnce(w *api.Widget) *api.Widget {
	if w.Spec.Size == 1 {
		return w
	}
	return retired(w)
}

// What should be is taken for what was.
func (r *Reconciler) retire(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	wanted := retired(w)
	return states.Send(ctx, r.Client, wanted, w) // want `this Patch does not send the change of Spec.Size: it is made in the copy that is the base, so that the patch leads from there back to the api.Widget as it is.*\[lostwrite/base\]`
}

func (r *Reconciler) retirePlainly(ctx context.Context, key client.ObjectKey) error {
	var w api.Widget
	if err := r.Get(ctx, key, &w); err != nil {
		return err
	}
	return r.Patch(ctx, &w, client.MergeFrom(retired(&w))) // want `this Patch does not send the change of Spec.Size`
}

// sendFrom is a helper of the package.
func (r *Reconciler) sendFrom(ctx context.Context, from, to client.Object) error {
	return r.Patch(ctx, to, client.MergeFrom(from))
}

func (r *Reconciler) see(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	labelled := w.DeepCopy()
	labelled.Labels = map[string]string{"seen": "yes"} // rests
	return r.sendFrom(ctx, labelled, w)                // want `this Patch does not send the change of Labels: it is made in the copy that is the base`
}

func (r *Reconciler) retireMended(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	return states.Send(ctx, r.Client, w, retired(w))
}

func (r *Reconciler) seeMended(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	labelled := w.DeepCopy()
	labelled.Labels = map[string]string{"seen": "yes"}
	return r.sendFrom(ctx, w, labelled)
}

// The copy is of before the change.
func (r *Reconciler) retireKept(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	was := kept(w)
	w.Spec.Size = 0
	return states.Send(ctx, r.Client, was, w)
}

// The base lacks what is to be sent in any case.
func (r *Reconciler) force(ctx context.Context, key client.ObjectKey, hosts []string) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	w.Spec.Hosts = hosts
	return states.Send(ctx, r.Client, retired(w), w)
}

// Others may have changed the object before.
func (r *Reconciler) back(ctx context.Context, w *api.Widget) error {
	return states.Send(ctx, r.Client, retired(w), w)
}

// It may be no copy.
func (r *Reconciler) retireOnce(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	return states.Send(ctx, r.Client, w, retiredOnce(w))
}

// The copy is of another object.
func (r *Reconciler) follow(ctx context.Context, key, model client.ObjectKey) error {
	w, other := &api.Widget{}, &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	if err := r.Get(ctx, model, other); err != nil {
		return err
	}
	return states.Send(ctx, r.Client, retired(other), w)
}

// Who sends it changes the object.
func (r *Reconciler) retireSized(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	return states.SendSized(ctx, r.Client, retired(w), w, 3)
}

func (r *Reconciler) sendSized(ctx context.Context, from, to *api.Widget) error {
	to.Spec.Size = 3
	return r.Patch(ctx, to, client.MergeFrom(from))
}

func (r *Reconciler) retireSizedHere(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	return r.sendSized(ctx, retired(w), w)
}
