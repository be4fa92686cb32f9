package status

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/lostwrite/api"
)

// count notes how many there are.
func (r *Reconciler) count(w *api.Widget, made int) {
	w.Status.Made = made
}

// claim adds the finalizer and the label in one write, if one of them is missing.
func (r *Reconciler) claim(ctx context.Context, w *api.Widget) error {
	missing := controllerutil.AddFinalizer(w, finalizer)
	if w.Labels["claimed"] == "" {
		w.Labels["claimed"] = "yes"
		missing = true
	}
	if missing {
		return r.Update(ctx, w)
	}
	return nil
}

// claimKept puts the status back that the answer takes away.
func (r *Reconciler) claimKept(ctx context.Context, w *api.Widget) error {
	missing := controllerutil.AddFinalizer(w, finalizer)
	if w.Labels["claimed"] == "" {
		w.Labels["claimed"] = "yes"
		missing = true
	}
	if !missing {
		return nil
	}
	was := w.DeepCopy()
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	w.Status = was.Status
	return nil
}

// swap has another finalizer from then on, which may be the last.
func (r *Reconciler) swap(ctx context.Context, w *api.Widget) error {
	missing := controllerutil.AddFinalizer(w, finalizer)
	if w.Labels["claimed"] == "" {
		missing = controllerutil.RemoveFinalizer(w, "shop.example.com/other") || missing
	}
	if missing {
		return r.Update(ctx, w)
	}
	return nil
}

// countedFirst counts, and then claims.
func (r *Reconciler) countedFirst(ctx context.Context, key client.ObjectKey, made int) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	r.count(w, made)                        // rests
	if err := r.claim(ctx, w); err != nil { // want `the Update at joined.go:\d+ does not store the change of Status.Made, and replaces the api.Widget in memory with the server's answer, so that Status\(\).Update at line \d+ writes the old state`
		return err
	}
	w.Status.Phase = "Claimed"
	return r.Status().Update(ctx, w) // rests
}

// countedLast claims first.
func (r *Reconciler) countedLast(ctx context.Context, key client.ObjectKey, made int) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	if err := r.claim(ctx, w); err != nil {
		return err
	}
	r.count(w, made)
	w.Status.Phase = "Claimed"
	return r.Status().Update(ctx, w)
}

// countedKept has the status put back.
func (r *Reconciler) countedKept(ctx context.Context, key client.ObjectKey, made int) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	r.count(w, made)
	if err := r.claimKept(ctx, w); err != nil {
		return err
	}
	return r.Status().Update(ctx, w)
}

// swapped may be the end of it.
func (r *Reconciler) swapped(ctx context.Context, key client.ObjectKey, made int) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	r.count(w, made)
	if err := r.swap(ctx, w); err != nil {
		return err
	}
	return client.IgnoreNotFound(r.Status().Update(ctx, w))
}
