package unsafe

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// What is appended says nothing of copies.
func (r *Reconciler) limited(ctx context.Context) error {
	options := []client.ListOption{client.UnsafeDisableDeepCopy}
	options = append(options, client.InNamespace("shop"), &client.ListOptions{Limit: 5})
	var pods corev1.PodList
	if err := r.List(ctx, &pods, options...); err != nil {
		return err
	}
	for i := range pods.Items {
		pods.Items[i].Labels["a"] = "b" // want `Labels, which a shallow copy shares with the cache.s corev1.PodList, read with UnsafeDisableDeepCopy`
	}
	return nil
}

// The last option that says something of it decides.
func (r *Reconciler) takenBack(ctx context.Context) error {
	options := []client.ListOption{client.UnsafeDisableDeepCopy}
	options = append(options, &client.ListOptions{UnsafeDisableDeepCopy: ptr.To(false)})
	var pods corev1.PodList
	if err := r.List(ctx, &pods, options...); err != nil {
		return err
	}
	for i := range pods.Items {
		pods.Items[i].Labels["a"] = "b"
	}
	return nil
}

// So it does in the call itself.
func (r *Reconciler) takenBackAtOnce(ctx context.Context) error {
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.UnsafeDisableDeepCopy, &client.ListOptions{UnsafeDisableDeepCopy: ptr.To(false)}); err != nil {
		return err
	}
	for i := range pods.Items {
		pods.Items[i].Labels["a"] = "b"
	}
	return nil
}

// It points to false.
func (r *Reconciler) copied(ctx context.Context) error {
	var shared bool
	var pods corev1.PodList
	if err := r.List(ctx, &pods, &client.ListOptions{UnsafeDisableDeepCopy: &shared}); err != nil {
		return err
	}
	for i := range pods.Items {
		pods.Items[i].Labels["a"] = "b"
	}
	return nil
}

// It points to true, by a variable and by a call.
func (r *Reconciler) pointed(ctx context.Context) error {
	shared := true
	var pods, more corev1.PodList
	if err := r.List(ctx, &pods, &client.ListOptions{UnsafeDisableDeepCopy: &shared}); err != nil {
		return err
	}
	if err := r.List(ctx, &more, &client.ListOptions{UnsafeDisableDeepCopy: ptr.To(true)}); err != nil {
		return err
	}
	for i := range pods.Items {
		pods.Items[i].Labels["a"] = "b" // want `Labels, which a shallow copy shares with the cache.s corev1.PodList, read with UnsafeDisableDeepCopy`
	}
	for i := range more.Items {
		more.Items[i].Labels["a"] = "b" // want `Labels, which a shallow copy shares with the cache.s corev1.PodList, read with UnsafeDisableDeepCopy`
	}
	return nil
}

// An option of the same type takes it back, or may.
func (r *Reconciler) takenBackBySame(ctx context.Context, more client.ListOption) error {
	var pods, others corev1.PodList
	if err := r.List(ctx, &pods, client.UnsafeDisableDeepCopy, client.UnsafeDisableDeepCopyOption(false)); err != nil {
		return err
	}
	if err := r.List(ctx, &others, client.UnsafeDisableDeepCopy, more); err != nil {
		return err
	}
	for i := range pods.Items {
		pods.Items[i].Labels["a"] = "b"
	}
	for i := range others.Items {
		others.Items[i].Labels["a"] = "b"
	}
	return nil
}
