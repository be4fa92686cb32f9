package status

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// composed sets what it has put together in another Widget.
func (r *Reconciler) composed(ctx context.Context, w *api.Widget) error {
	next := &api.Widget{}
	next.Status.Phase = fmt.Sprint("Size", w.Spec.Size)
	w.Status.Phase = next.Status.Phase // rests
	return r.Update(ctx, w)            // want `this Update does not store the change of Status.Phase`
}

func (r *Reconciler) composedMended(ctx context.Context, w *api.Widget) error {
	next := &api.Widget{}
	next.Status.Phase = fmt.Sprint("Size", w.Spec.Size)
	w.Status.Phase = next.Status.Phase
	return r.Status().Update(ctx, w)
}

// ofPod shows the phase of another kind's object.
func (r *Reconciler) ofPod(ctx context.Context, w *api.Widget) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), pod); err != nil {
		return err
	}
	w.Status.Conditions = nil
	if len(pod.Status.Conditions) > 0 {
		w.Status.Phase = string(pod.Status.Phase) // rests
	}
	return r.Update(ctx, w) // want `this Update does not store the change of Status.Phase`
}

// The other one has what is stored, or may have it.
func (r *Reconciler) takenOver(ctx context.Context, w *api.Widget) error {
	found, next := &api.Widget{}, &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), found); err != nil {
		return err
	}
	next.Status.Phase = found.Status.Phase
	w.Status.Phase = next.Status.Phase
	return r.Update(ctx, w)
}

func (r *Reconciler) takenFrom(ctx context.Context, w *api.Widget) error {
	found := &api.Widget{}
	found.Status.Phase = "Unknown"
	if err := r.readInto(ctx, w, found); err != nil {
		return err
	}
	w.Status.Phase = found.Status.Phase
	return r.Update(ctx, w)
}

func (r *Reconciler) readInto(ctx context.Context, w, into *api.Widget) error {
	return r.Get(ctx, client.ObjectKeyFromObject(w), into)
}

// Nothing is set in it.
func (r *Reconciler) empty(ctx context.Context, w *api.Widget) error {
	next := &api.Widget{Spec: api.Spec{Size: 3}}
	w.Spec, w.Status.Phase = next.Spec, next.Status.Phase
	return r.Update(ctx, w)
}

// What is taken over may be of a type without a name.
func (r *Reconciler) anonymous(ctx context.Context, w *api.Widget) error {
	from := &struct {
		api.Widget
		note string
	}{note: "x"}
	w.Status = from.Status
	return r.Update(ctx, w)
}
