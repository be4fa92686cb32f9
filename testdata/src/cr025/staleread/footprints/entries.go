package footprints

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// levels are what a namespace says of the pods in it.
var levels = []string{"enforce", "audit", "warn"}

// level labels a namespace, by keys that begin alike.
func (r *Reconciler) level(ctx context.Context, key client.ObjectKey) error {
	ns := &corev1.Namespace{}
	if err := r.Get(ctx, key, ns); err != nil {
		return err
	}
	base := client.MergeFrom(ns.DeepCopy())
	if ns.Labels == nil {
		ns.Labels = map[string]string{}
	}
	for _, mode := range levels {
		ns.Labels["security.shop/"+mode] = "privileged"
	}
	return r.Patch(ctx, ns, base)
}

// What is looked at begins otherwise.
func (r *Reconciler) watched(ctx context.Context, key client.ObjectKey) error {
	if err := r.level(ctx, key); err != nil {
		return err
	}
	ns := &corev1.Namespace{}
	if err := r.Get(ctx, key, ns); err != nil {
		return err
	}
	if ns.Labels["shop/watched"] != "" {
		return nil
	}
	base := client.MergeFrom(ns.DeepCopy())
	ns.Labels["shop/watched"] = "yes"
	return r.Patch(ctx, ns, base)
}

// What is looked at may be one of them.
func (r *Reconciler) enforced(ctx context.Context, key client.ObjectKey) error {
	if err := r.level(ctx, key); err != nil {
		return err
	}
	ns := &corev1.Namespace{}
	if err := r.Get(ctx, key, ns); err != nil { // want `warning: .*Labels\[security.shop/enforce\] decides.*\[staleread/get\]`
		return err
	}
	if ns.Labels["security.shop/enforce"] == "privileged" {
		return nil
	}
	return r.Delete(ctx, &corev1.Pod{})
}

// Either may begin like the other.
func (r *Reconciler) each(ctx context.Context, key client.ObjectKey, mode string) error {
	if err := r.level(ctx, key); err != nil {
		return err
	}
	ns := &corev1.Namespace{}
	if err := r.Get(ctx, key, ns); err != nil { // want `warning: .*Labels\[security.*\] decides.*\[staleread/get\]`
		return err
	}
	if ns.Labels[fmt.Sprintf("security.%s/%s", mode, mode)] == "privileged" {
		return nil
	}
	return r.Delete(ctx, &corev1.Pod{})
}
