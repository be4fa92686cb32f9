package steps

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"

	"ctrllint.test/cr025/staleread/api"
)

// A part has a name for messages.
type part struct {
	name string
	do   step
}

// The parts are handed to a function that calls what is in a field of them; pravega/pravega-operator controllers/upgrade.go
// line 213 at commit 8c48bf7.
func (r *Reconciler) byParts(ctx context.Context, w *api.Widget) error {
	for _, p := range []part{{"configure", r.configure}, {"restart", r.restartedPart}} {
		if err := r.runPart(ctx, p, w); err != nil {
			return err
		}
	}
	return nil
}

func (r *Reconciler) runPart(ctx context.Context, p part, w *api.Widget) error {
	if err := p.do(ctx, w); err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	return nil
}

func (r *Reconciler) restartedPart(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, keyOf(w), cm); err != nil { // want `warning: .*ConfigMap.*Data\[size\] decides.*\[staleread/get\]`
		return err
	}
	if cm.Data["size"] == "huge" {
		w.Status.Phase = "Huge"
	}
	return r.Status().Update(ctx, w)
}

// Each reads before it is written.
func (r *Reconciler) byPartsBackwards(ctx context.Context, w *api.Widget) error {
	for _, p := range []part{{"restart", r.restartedFirst}, {"configure", r.configure}} {
		if err := r.runPart2(ctx, &p, w); err != nil {
			return err
		}
	}
	return nil
}

func (r *Reconciler) runPart2(ctx context.Context, p *part, w *api.Widget) error {
	return p.do(ctx, w)
}

func (r *Reconciler) restartedFirst(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, keyOf(w), cm); err != nil {
		return err
	}
	if cm.Data["size"] == "huge" {
		w.Status.Phase = "Huge"
	}
	return r.Status().Update(ctx, w)
}

// One part is handed over as it is.
func (r *Reconciler) byOnePart(ctx context.Context, w *api.Widget) error {
	if err := r.configure(ctx, w); err != nil {
		return err
	}
	return r.runPart(ctx, part{"restart", r.restartedOne}, w)
}

func (r *Reconciler) restartedOne(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, keyOf(w), cm); err != nil { // want `warning: .*ConfigMap.*Data\[size\] decides.*\[staleread/get\]`
		return err
	}
	if cm.Data["size"] == "huge" {
		w.Status.Phase = "Huge"
	}
	return r.Status().Update(ctx, w)
}
