package steps

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// What a step has written is read after the loop, as in openshift's ocm-agent-operator (6f8340c).
func (r *Reconciler) before(ctx context.Context, w *api.Widget) error {
	for _, s := range []step{r.configure, r.nothing} {
		if err := s(ctx, w); err != nil {
			return err
		}
	}
	return r.restarted(ctx, w)
}

func (r *Reconciler) restarted(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, keyOf(w), cm); err != nil { // want `warning: .*ConfigMap.*Data\[size\] decides.*\[staleread/get\]`
		return err
	}
	if cm.Data["size"] == "huge" {
		w.Status.Phase = "Huge"
	}
	return r.Status().Update(ctx, w)
}

// What was written before the loop is read by a step.
func (r *Reconciler) after(ctx context.Context, w *api.Widget) error {
	if err := r.configure(ctx, w); err != nil {
		return err
	}
	for _, s := range []step{r.nothing, r.resized} {
		if err := s(ctx, w); err != nil {
			return err
		}
	}
	return nil
}

func (r *Reconciler) resized(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, keyOf(w), cm); err != nil { // want `warning: .*ConfigMap.*Data\[size\] decides.*\[staleread/get\]`
		return err
	}
	if cm.Data["size"] == "tiny" {
		w.Status.Phase = "Tiny"
	}
	return r.Status().Update(ctx, w)
}

// Each of the steps is about another object than what is read then.
func (r *Reconciler) beforeOther(ctx context.Context, w *api.Widget) error {
	for _, s := range []step{r.configure, r.nothing} {
		if err := s(ctx, w); err != nil {
			return err
		}
	}
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, client.ObjectKey{Namespace: w.Namespace, Name: w.Name + "-other"}, cm); err != nil {
		return err
	}
	if cm.Data["size"] == "huge" {
		w.Status.Phase = "Huge"
	}
	return r.Status().Update(ctx, w)
}

// The step that has written ends the round.
func (r *Reconciler) beforeEnd(ctx context.Context, w *api.Widget) error {
	for _, s := range []func(context.Context, *api.Widget) (bool, error){r.configureOnce} {
		if done, err := s(ctx, w); err != nil || done {
			return err
		}
	}
	return r.grown(ctx, w)
}

func (r *Reconciler) configureOnce(ctx context.Context, w *api.Widget) (bool, error) {
	if w.Status.Phase == "Configured" {
		return false, nil
	}
	return true, r.configure(ctx, w)
}

func (r *Reconciler) grown(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, keyOf(w), cm); err != nil {
		return err
	}
	if cm.Data["size"] == "grown" {
		w.Status.Phase = "Grown"
	}
	return r.Status().Update(ctx, w)
}
