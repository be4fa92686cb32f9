// Package unsafe has reads that hand out what the cache holds.
package unsafe

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Reconciler has the manager's client.
type Reconciler struct {
	client.Client
}

func (r *Reconciler) all(ctx context.Context) error {
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.InNamespace("shop"), client.UnsafeDisableDeepCopy); err != nil {
		return err
	}
	for i := range pods.Items {
		pods.Items[i].Spec.NodeName = "n" // the items are copies, without what they refer to
		pods.Items[i].Labels["a"] = "b"   // want `Labels, which a shallow copy shares with the cache.s corev1.PodList, read with UnsafeDisableDeepCopy.*\[mutation/shared\]`
	}
	return nil
}

func (r *Reconciler) one(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod, client.UnsafeDisableDeepCopy); err != nil {
		return err
	}
	pod.Spec.NodeName = "n"
	pod.Labels["a"] = "b" // want `Labels, which a shallow copy shares with the cache.s corev1.Pod, read with UnsafeDisableDeepCopy.*\[mutation/shared\]`
	return nil
}

func (r *Reconciler) safe(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	pod.Labels["a"] = "b"
	var pods corev1.PodList
	if err := r.List(ctx, &pods); err != nil {
		return err
	}
	for i := range pods.Items {
		pods.Items[i].Labels["a"] = "b"
	}
	return r.Update(ctx, pod)
}
