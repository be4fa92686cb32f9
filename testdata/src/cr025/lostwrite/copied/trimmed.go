package copied

import (
	"context"
	"encoding/json"
	"hash/fnv"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"

	"ctrllint.test/cr025/lostwrite/api"
)

// What is left of the copy goes into the text: what was taken out isn't meant to be there.
func fingerprint(set *appsv1.StatefulSet) ([]byte, error) {
	bare := set.DeepCopy()
	bare.Status = appsv1.StatefulSetStatus{}
	bare.Labels = nil
	bare.SetAnnotations(nil)
	bare.Spec.Replicas = nil
	return json.Marshal(bare.Spec)
}

// The part that goes on is not changed itself.
func templateOf(set *appsv1.StatefulSet) (string, error) {
	bare := set.DeepCopy()
	bare.Status = appsv1.StatefulSetStatus{}
	delete(bare.Labels, "rollout")
	text, err := json.Marshal(bare.Spec.Template)
	return string(text), err
}

// One string of it goes on, which was changed before.
func sumOf(w *api.Widget) uint64 {
	bare := w.DeepCopy()
	bare.Labels = nil
	bare.Status.Phase = "any"
	h := fnv.New64a()
	h.Write([]byte(bare.Status.Phase))
	return h.Sum64()
}

// Nothing of the copy goes on.
func (r *Reconciler) cleared(ctx context.Context, w *api.Widget) error {
	bare := w.DeepCopy()
	bare.Status.Phase = "" // want `this changes Status.Phase of a DeepCopy, which nothing uses afterwards`
	return r.Status().Update(ctx, w)
}

// Only the name is looked at, and that is the original's too.
func (r *Reconciler) clearedByName(ctx context.Context, w *api.Widget) (string, error) {
	bare := w.DeepCopy()
	bare.Spec.Size = 0 // want `this changes Spec.Size of a DeepCopy, which nothing uses afterwards`
	return bare.Name, r.Update(ctx, w)
}

// What is set is no less lost for what goes on.
func (r *Reconciler) setBeside(ctx context.Context, pod *corev1.Pod) (corev1.PodSpec, error) {
	moved := pod.DeepCopy()
	moved.Spec.NodeName = ""
	moved.Labels = map[string]string{"state": "moved"} // want `this changes Labels of a DeepCopy, which nothing uses afterwards`
	return moved.Spec, r.Update(ctx, pod)
}
