package unsafe

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Copies take the place of what was read, one by one.
func (r *Reconciler) renewed(ctx context.Context) error {
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.UnsafeDisableDeepCopy); err != nil {
		return err
	}
	for i := range pods.Items {
		pods.Items[i] = *pods.Items[i].DeepCopy()
	}
	for i := range pods.Items {
		pods.Items[i].Labels["a"] = "b"
	}
	for _, pod := range pods.Items {
		pod.Annotations["a"] = "b"
	}
	return nil
}

// At once, by way of a pointer.
func (r *Reconciler) renewedInTurn(ctx context.Context) error {
	pods := &corev1.PodList{}
	if err := r.List(ctx, pods, client.UnsafeDisableDeepCopy); err != nil {
		return err
	}
	for i := range pods.Items {
		pods.Items[i] = *pods.Items[i].DeepCopy()
		pods.Items[i].Labels["a"] = "b"
	}
	return nil
}

// What takes the place is the cache's too.
func (r *Reconciler) sameAgain(ctx context.Context) error {
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.UnsafeDisableDeepCopy); err != nil {
		return err
	}
	for i := range pods.Items {
		last := pods.Items[len(pods.Items)-1]
		pods.Items[i] = last
		pods.Items[i].Labels["a"] = "b" // want `Items.Labels.*read with UnsafeDisableDeepCopy.*\[mutation/shared\]`
	}
	return nil
}

// The copies come too late.
func (r *Reconciler) renewedAfter(ctx context.Context) error {
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.UnsafeDisableDeepCopy); err != nil {
		return err
	}
	for i := range pods.Items {
		pods.Items[i].Labels["a"] = "b" // want `Items.Labels.*read with UnsafeDisableDeepCopy.*\[mutation/shared\]`
		pods.Items[i] = *pods.Items[i].DeepCopy()
	}
	return nil
}

// The first is somebody else's in the second round already, and in the first nothing is changed.
func (r *Reconciler) renewedBefore(ctx context.Context) error {
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.UnsafeDisableDeepCopy); err != nil {
		return err
	}
	for again := range 2 {
		for i := range pods.Items {
			if again == 1 {
				pods.Items[i].Labels["a"] = "b"
				continue
			}
			pods.Items[i] = *pods.Items[i].DeepCopy()
		}
	}
	return nil
}
