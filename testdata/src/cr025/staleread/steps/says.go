package steps

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// A Phase says how far a step has come.
type Phase string

// The phases.
const (
	Ready    Phase = "Ready"
	Updating Phase = "Updating"
	Pending  Phase = "Pending"
)

// write says whether it has written anything, as in splunk-operator (85b1dcc).
func (r *Reconciler) write(ctx context.Context, w *api.Widget) (Phase, error) {
	var cm corev1.ConfigMap
	if err := r.Get(ctx, keyOf(w), &cm); err != nil {
		return Pending, err
	}
	if cm.Data["size"] == "small" {
		return Ready, nil
	}
	cm.Data["size"] = "small"
	if err := r.Update(ctx, &cm); err != nil {
		return Pending, err
	}
	return Updating, nil
}

func (r *Reconciler) scale(ctx context.Context, w *api.Widget, key client.ObjectKey) (Phase, error) {
	var cm corev1.ConfigMap
	if err := r.Get(ctx, key, &cm); err != nil { // want `warning: .*Data\[size\] decides.*\[staleread/get\]`
		return Pending, err
	}
	if cm.Data["size"] == "huge" {
		return Updating, r.Delete(ctx, w)
	}
	return Ready, nil
}

// rescale does the same, and comes only after nothing was written.
func (r *Reconciler) rescale(ctx context.Context, w *api.Widget, key client.ObjectKey) (Phase, error) {
	var cm corev1.ConfigMap
	if err := r.Get(ctx, key, &cm); err != nil {
		return Pending, err
	}
	if cm.Data["size"] == "huge" {
		return Updating, r.Delete(ctx, w)
	}
	return Ready, nil
}

// What comes after nothing was written can see all.
func (r *Reconciler) ready(ctx context.Context, w *api.Widget) (Phase, error) {
	phase, err := r.write(ctx, w)
	if err == nil && phase == Ready {
		phase, err = r.rescale(ctx, w, keyOf(w))
	}
	return phase, err
}

// So does what a switch leaves.
func (r *Reconciler) switched(ctx context.Context, w *api.Widget) error {
	phase, err := r.write(ctx, w)
	if err != nil {
		return err
	}
	switch phase {
	case Pending, Updating:
		return nil
	}
	_, err = r.rescale(ctx, w, keyOf(w))
	return err
}

// Here it comes after what was written.
func (r *Reconciler) updating(ctx context.Context, w *api.Widget) error {
	phase, err := r.write(ctx, w)
	if err != nil || phase == Pending {
		return err
	}
	_, err = r.scale(ctx, w, keyOf(w))
	return err
}
