package copied

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Shown is a Pod with what is shown beside it: nothing of that is ever sent.
type Shown struct {
	*corev1.Pod
	Node   *corev1.Node
	Claims []string
}

// Show leaves the node out of what it returns, which is no change of an object.
func (r *Reconciler) show(ctx context.Context, all []Shown) []Shown {
	for _, shown := range all {
		var node corev1.Node
		if err := r.Get(ctx, client.ObjectKey{Name: shown.Spec.NodeName}, &node); err != nil {
			return nil
		}
		shown.Node = &node
	}
	return all
}

// Of Pods it is one.
func (r *Reconciler) place(ctx context.Context, pods *corev1.PodList, node string) error {
	for _, pod := range pods.Items {
		pod.Spec.NodeName = node // want `a copy of the corev1.Pod, which nothing uses afterwards.*\[lostwrite/copy\]`
	}
	for i := range pods.Items {
		if err := r.Update(ctx, &pods.Items[i]); err != nil {
			return err
		}
	}
	return nil
}
