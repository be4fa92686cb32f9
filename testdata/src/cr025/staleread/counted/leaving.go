package counted

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Runners keeps as many pods as there are to be.
type Runners struct{ client.Client }

// staying are the pods that aren't being deleted.
func (r *Runners) staying(ctx context.Context, namespace string) ([]corev1.Pod, error) {
	var all corev1.PodList
	if err := r.List(ctx, &all, client.InNamespace(namespace)); err != nil { // want `warning: .*the deleted object may still be there, and how many there are decides what is done.*\[staleread/list\]`
		return nil, err
	}
	var staying []corev1.Pod
	for _, p := range all.Items {
		if p.DeletionTimestamp.IsZero() {
			staying = append(staying, p)
		}
	}
	return staying, nil
}

// recycle deletes pods and looks how many stay, of which the cache still knows more.
func (r *Runners) recycle(ctx context.Context, old *corev1.Pod, wanted int) error {
	if err := r.Delete(ctx, old); err != nil {
		return err
	}
	staying, err := r.staying(ctx, old.Namespace)
	if err != nil {
		return err
	}
	if len(staying) < wanted {
		return r.Create(ctx, &corev1.Pod{Spec: old.Spec})
	}
	return nil
}

// What is deleted is counted out.
func (r *Runners) recycleNoted(ctx context.Context, old *corev1.Pod, wanted int) error {
	var all corev1.PodList
	if err := r.List(ctx, &all, client.InNamespace(old.Namespace)); err != nil {
		return err
	}
	staying := 0
	for _, p := range all.Items {
		if p.DeletionTimestamp.IsZero() && p.UID != old.UID {
			staying++
		}
	}
	if err := r.Delete(ctx, old); err != nil {
		return err
	}
	if staying < wanted {
		return r.Create(ctx, &corev1.Pod{Spec: old.Spec})
	}
	return nil
}

// A pod that ends is at the API server too for as long as it does: all count.
func (r *Runners) all(ctx context.Context, old *corev1.Pod, wanted int) error {
	if err := r.Delete(ctx, old); err != nil {
		return err
	}
	var all corev1.PodList
	if err := r.List(ctx, &all, client.InNamespace(old.Namespace)); err != nil { // want `note: .*finds the corev1.Pod as long as its grace period lasts`
		return err
	}
	if len(all.Items) < wanted {
		return r.Create(ctx, &corev1.Pod{Spec: old.Spec})
	}
	return nil
}
