package crosspkg

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
	"ctrllint.test/cr025/lostwrite/crosspkg/steps"
)

// create makes what another package builds with a status, which no server takes.
func (r *Reconciler) create(ctx context.Context, owner *api.Widget) error {
	w, err := steps.Pending(owner, "one")
	if err != nil {
		return err
	}
	return client.IgnoreAlreadyExists(r.Create(ctx, w)) // want `this Create does not store the change of Status: the API server keeps the status of the api.Widget apart`
}

func (r *Reconciler) createLabelled(ctx context.Context, owner *api.Widget) error {
	w, err := steps.Labelled(owner, "one")
	if err != nil {
		return err
	}
	return r.Create(ctx, w) // want `this Create does not store the change of Status`
}

// createPod has the status that kubelets write.
func (r *Reconciler) createPod(ctx context.Context) error {
	return r.Create(ctx, steps.Running("one")) // want `^note: this Create does not store the change of Status.Phase`
}

func (r *Reconciler) createMended(ctx context.Context, owner *api.Widget) error {
	w, err := steps.Pending(owner, "one")
	if err != nil {
		return err
	}
	status := w.Status
	if err := r.Create(ctx, w); err != nil {
		return err
	}
	w.Status = status
	return r.Status().Update(ctx, w)
}

// createSet sets the status again.
func (r *Reconciler) createSet(ctx context.Context, owner *api.Widget) error {
	w, err := steps.Pending(owner, "one")
	if err != nil {
		return err
	}
	if err := r.Create(ctx, w); err != nil {
		return err
	}
	w.Status.Phase = "Pending"
	return r.Status().Update(ctx, w)
}

// ensure takes the status for one that is there already.
func (r *Reconciler) ensure(ctx context.Context, owner *api.Widget) error {
	w, err := steps.Pending(owner, "one")
	if err != nil {
		return err
	}
	var is api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &is); err != nil {
		if client.IgnoreNotFound(err) != nil {
			return err
		}
		return r.Create(ctx, w)
	}
	is.Status = w.Status
	return r.Status().Update(ctx, &is)
}

// others have nothing in their status, or perhaps, or it is stored with the rest.
func (r *Reconciler) others(ctx context.Context, waits bool) error {
	if err := r.Create(ctx, steps.Blank("one")); err != nil {
		return err
	}
	if err := r.Create(ctx, steps.Perhaps("two", waits)); err != nil {
		return err
	}
	return r.Create(ctx, steps.Plain("three"))
}

// told tells of the status that it has built.
func (r *Reconciler) told(ctx context.Context, owner *api.Widget) (string, error) {
	w, err := steps.Pending(owner, "one")
	if err != nil {
		return "", err
	}
	phase := w.Status.Phase
	return phase, r.Create(ctx, w)
}

// paused is built in this package.
func paused(name string) *api.Widget {
	w := steps.Blank(name)
	w.Status = api.Status{Phase: "Paused"}
	return w
}

func (r *Reconciler) createPaused(ctx context.Context) error {
	return r.Create(ctx, here()) // want `this Create does not store the change of Status.Phase`
}

func here() *api.Widget {
	w := &api.Widget{}
	w.Name = "here"
	w.Status.Phase = "Paused"
	return w
}

// createOther creates what may have been there before.
func (r *Reconciler) createOther(ctx context.Context) error { return r.Create(ctx, paused("other")) }
