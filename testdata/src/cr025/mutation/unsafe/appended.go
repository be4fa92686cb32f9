package unsafe

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/mutation/unsafe/opts"
)

// The option is among those that a helper returns.
func (r *Reconciler) cheap(ctx context.Context) error {
	var pods corev1.PodList
	if err := r.List(ctx, &pods, opts.Cheap(client.InNamespace("shop"))...); err != nil {
		return err
	}
	for i := range pods.Items {
		pods.Items[i].Labels["a"] = "b" // want `Labels, which a shallow copy shares with the cache.s corev1.PodList, read with UnsafeDisableDeepCopy`
	}
	return nil
}

func sparing(more ...client.ListOption) []client.ListOption {
	return append([]client.ListOption{client.UnsafeDisableDeepCopy}, more...)
}

func (r *Reconciler) sparing(ctx context.Context) error {
	var pods corev1.PodList
	if err := r.List(ctx, &pods, sparing(client.InNamespace("shop"))...); err != nil {
		return err
	}
	for i := range pods.Items {
		pods.Items[i].Labels["a"] = "b" // want `Labels, which a shallow copy shares with the cache.s corev1.PodList, read with UnsafeDisableDeepCopy`
	}
	return nil
}

func (r *Reconciler) cheapMended(ctx context.Context) error {
	var pods corev1.PodList
	if err := r.List(ctx, &pods, opts.Cheap(client.InNamespace("shop"))...); err != nil {
		return err
	}
	for i := range pods.Items {
		pod := pods.Items[i].DeepCopy()
		pod.Labels["a"] = "b"
		if err := r.Update(ctx, pod); err != nil {
			return err
		}
	}
	return nil
}

// It isn't said that the option is there.
func (r *Reconciler) perhaps(ctx context.Context, all bool) error {
	var pods corev1.PodList
	if err := r.List(ctx, &pods, opts.Perhaps(all, client.InNamespace("shop"))...); err != nil {
		return err
	}
	for i := range pods.Items {
		pods.Items[i].Labels["a"] = "b"
	}
	return nil
}
