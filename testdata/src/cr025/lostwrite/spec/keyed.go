package spec

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// What the map has for a Widget is a Pod, and tooBig marks that: nothing of the Widget is changed but its status.
func (r *Reconciler) judged(ctx context.Context, widgets []*api.Widget) error {
	pods := r.podsOf(ctx, widgets)
	for _, w := range widgets {
		pod := pods[w]
		if tooBig(pod) {
			w.Status.Phase = "Refused"
			if err := r.Status().Update(ctx, w); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *Reconciler) podsOf(ctx context.Context, widgets []*api.Widget) map[*api.Widget]*corev1.Pod {
	pods := map[*api.Widget]*corev1.Pod{}
	for _, w := range widgets {
		pod := &corev1.Pod{}
		if r.Get(ctx, client.ObjectKeyFromObject(w), pod) == nil {
			pods[w] = pod
		}
	}
	return pods
}

func tooBig(pod *corev1.Pod) bool {
	if pod.Annotations == nil {
		pod.Annotations = map[string]string{}
	}
	pod.Annotations["judged"] = "true"
	return len(pod.Spec.Containers) > 9
}

// Here the Widget itself is marked, and what the map has for it as well.
func (r *Reconciler) judgedBoth(ctx context.Context, widgets []*api.Widget) error {
	pods := r.podsOf(ctx, widgets)
	for _, w := range widgets {
		if pod, ok := pods[w]; ok {
			pod.Labels = map[string]string{"judged": "true"}
		}
		w.Annotations = map[string]string{"judged": "true"}
		w.Status.Phase = "Refused"
		if err := r.Status().Update(ctx, w); err != nil { // want `does not store the change of Annotations: .*\[lostwrite/spec\]`
			return err
		}
	}
	return nil
}

// The mark is written before the status is.
func (r *Reconciler) judgedStored(ctx context.Context, widgets []*api.Widget) error {
	pods := r.podsOf(ctx, widgets)
	for _, w := range widgets {
		pods[w].Labels = map[string]string{"judged": "true"}
		w.Annotations = map[string]string{"judged": "true"}
		if err := r.Update(ctx, w); err != nil {
			return err
		}
		w.Status.Phase = "Refused"
		if err := r.Status().Update(ctx, w); err != nil {
			return err
		}
	}
	return nil
}

// What a map in the Widget has for a name is a part of the Widget.
func (r *Reconciler) judgedPart(ctx context.Context, key client.ObjectKey, name string) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	w.Spec.Rooms[name].Size = 1
	w.Status.Phase = "Refused"
	return r.Status().Update(ctx, w) // want `does not store the change of Spec.Rooms`
}
