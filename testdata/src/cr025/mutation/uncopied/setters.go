package uncopied

import (
	"context"
	"maps"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// setsOwn gives a quota a map of its own by a setter.
func (r *Reconciler) setsOwn(ctx context.Context, key client.ObjectKey) error {
	var quota corev1.ResourceQuota
	if err := r.Get(ctx, key, &quota); err != nil {
		return err
	}
	quota.SetAnnotations(maps.Clone(quota.GetAnnotations()))
	quota.Annotations["mirrored"] = "yes"
	stamp(&quota)
	return r.Update(ctx, &quota)
}

// setsOther gives it other labels, and sets an annotation that is the cache's.
func (r *Reconciler) setsOther(ctx context.Context, key client.ObjectKey) error {
	var quota corev1.ResourceQuota
	if err := r.Get(ctx, key, &quota); err != nil {
		return err
	}
	quota.SetLabels(map[string]string{})
	quota.Annotations["mirrored"] = "yes" // want `Annotations, which a shallow copy shares with the cache.s corev1.ResourceQuota.*\[mutation/shared\]`
	return r.Update(ctx, &quota)
}

// setsSome does so on some paths only.
func (r *Reconciler) setsSome(ctx context.Context, key client.ObjectKey) error {
	var quota corev1.ResourceQuota
	if err := r.Get(ctx, key, &quota); err != nil {
		return err
	}
	if quota.Generation > 3 {
		quota.SetAnnotations(maps.Clone(quota.Annotations))
	}
	quota.Annotations["mirrored"] = "yes" // want `Annotations, which a shallow copy shares with the cache.s corev1.ResourceQuota.*\[mutation/shared\]`
	return r.Update(ctx, &quota)
}
