// Package fixes has what the fix of category base makes a copy of.
package fixes

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Reconciler labels Pods.
type Reconciler struct {
	client.Client
	pod *corev1.Pod
}

func (r *Reconciler) pointer(ctx context.Context, pod *corev1.Pod) error {
	patch := client.MergeFrom(pod)
	pod.Labels = map[string]string{"a": "b"}
	return r.Patch(ctx, pod, patch) // want `does not send`
}

func (r *Reconciler) variable(ctx context.Context, key client.ObjectKey) error {
	var pod corev1.Pod
	if err := r.Get(ctx, key, &pod); err != nil {
		return err
	}
	patch := client.StrategicMergeFrom(&pod, client.MergeFromWithOptimisticLock{})
	pod.Labels = map[string]string{"a": "b"}
	return r.Patch(ctx, &pod, patch) // want `does not send`
}

func (r *Reconciler) field(ctx context.Context) error {
	patch := client.MergeFrom(r.pod)
	r.pod.Labels = map[string]string{"a": "b"}
	return r.Patch(ctx, r.pod, patch) // want `does not send`
}

// A copy that is made here would be late.
func (r *Reconciler) late(ctx context.Context, pod *corev1.Pod) error {
	pod.Labels = map[string]string{"a": "b"}
	return r.Patch(ctx, pod, client.MergeFrom(pod)) // want `does not send`
}

// An interface has no method that copies it as it is.
func (r *Reconciler) any(ctx context.Context, obj client.Object) error {
	patch := client.MergeFrom(obj)
	obj.SetLabels(map[string]string{"a": "b"})
	return r.Patch(ctx, obj, patch) // want `does not send`
}
