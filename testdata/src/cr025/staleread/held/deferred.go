package held

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
)

// What a helper sets behind its defer statement is written when it returns.
func (r *Reconciler) behind(ctx context.Context, name types.NamespacedName) error {
	node := &corev1.Node{}
	if err := r.Get(ctx, name, node); err != nil {
		return err
	}
	if err := r.marks(ctx, node.DeepCopy()); err != nil {
		return err
	}
	now := &corev1.Node{}
	if err := r.Get(ctx, name, now); err != nil { // want `Node.*its Labels\[mark\] decides.*\[staleread/get\]`
		return err
	}
	if now.Labels["mark"] == node.Labels["mark"] {
		return nil
	}
	return r.Create(ctx, &corev1.Pod{})
}

func (r *Reconciler) marks(ctx context.Context, node *corev1.Node) (err error) {
	defer func() {
		if failed := r.Update(ctx, node); err == nil {
			err = failed
		}
	}()
	if node.Labels["ready"] == "yes" {
		node.Labels["mark"] = "set"
	}
	return nil
}

// What the helper sets is something else than what is looked at.
func (r *Reconciler) beside(ctx context.Context, name types.NamespacedName) error {
	node := &corev1.Node{}
	if err := r.Get(ctx, name, node); err != nil {
		return err
	}
	if err := r.marks(ctx, node.DeepCopy()); err != nil {
		return err
	}
	now := &corev1.Node{}
	if err := r.Get(ctx, name, now); err != nil {
		return err
	}
	if now.Labels["zone"] == node.Labels["zone"] {
		return nil
	}
	return r.Create(ctx, &corev1.Pod{})
}
