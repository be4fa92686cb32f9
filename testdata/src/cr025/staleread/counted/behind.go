package counted

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Both the write and the list are behind calls; the list has all that there are.
func (r *reconciler) tops(ctx context.Context, owner *corev1.ConfigMap) error {
	if err := r.add(ctx, owner); err != nil {
		return err
	}
	full, err := r.isFull(ctx, owner)
	if err != nil || full {
		return err
	}
	return r.add(ctx, owner)
}

func (r *reconciler) add(ctx context.Context, owner *corev1.ConfigMap) error {
	return r.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: owner.Namespace, GenerateName: owner.Name + "-"}})
}

func (r *reconciler) isFull(ctx context.Context, owner *corev1.ConfigMap) (bool, error) {
	pods, err := r.stock.Every(ctx, owner.Namespace) // want `warning: .*stock.Stock.Every .*after the Create at behind.go.*how many there are decides.*\[staleread/list\]`
	return len(pods) >= wanted, err
}

// It may be of others that the other package lists.
func (r *reconciler) topsOwn(ctx context.Context, owner *corev1.ConfigMap) error {
	if err := r.add(ctx, owner); err != nil {
		return err
	}
	full, err := r.hasAll(ctx, owner)
	if err != nil || full {
		return err
	}
	return r.add(ctx, owner)
}

func (r *reconciler) hasAll(ctx context.Context, owner *corev1.ConfigMap) (bool, error) {
	pods, err := r.stock.All(ctx, owner) // want `note: .*stock.Stock.All .*after the Create at behind.go.*\[staleread/list\]`
	return len(pods) >= wanted, err
}
