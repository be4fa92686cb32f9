package helper

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/cluster-api/util/patch"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/capi/lostwrite/helper/pause"
)

// What another package has set it has stored too.
func (r *Reconciler) ensured(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	if changed, err := pause.Ensure(ctx, r.Client, pod); err != nil || changed {
		return err
	}
	helper, err := patch.NewHelper(pod, r.Client)
	if err != nil {
		return err
	}
	pod.Labels["second"] = "yes"
	return helper.Patch(ctx, pod)
}

// What it only sets is in the base already.
func (r *Reconciler) marked(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	pause.Mark(pod) // rests
	helper, err := patch.NewHelper(pod, r.Client)
	if err != nil {
		return err
	}
	pod.Labels["second"] = "yes"
	return helper.Patch(ctx, pod) // want `this Patch does not send the change of Annotations: the copy of the object that is its base was made after the change`
}
