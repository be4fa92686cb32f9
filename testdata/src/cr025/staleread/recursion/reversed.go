package recursion

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// The same functions as in the other file, in the reverse order.

func (r *Reconciler) enterRise(ctx context.Context, cm *corev1.ConfigMap) (string, error) {
	if err := r.rise(ctx, cm, len(cm.Data)); err != nil {
		return "", err
	}
	err := r.Get(ctx, client.ObjectKeyFromObject(cm), cm) // want `ConfigMap.*\[staleread/get\]`
	return cm.Labels["level"], err
}

func (r *Reconciler) enterFall(ctx context.Context, cm *corev1.ConfigMap) (string, error) {
	if err := r.fall(ctx, cm, len(cm.Data)); err != nil {
		return "", err
	}
	err := r.Get(ctx, client.ObjectKeyFromObject(cm), cm) // want `ConfigMap.*\[staleread/get\]`
	return cm.Labels["level"], err
}

func (r *Reconciler) rise(ctx context.Context, cm *corev1.ConfigMap, n int) error {
	if err := r.fall(ctx, cm, n); err != nil {
		return err
	}
	cm.Labels = map[string]string{"level": "up"}
	return r.Update(ctx, cm)
}

func (r *Reconciler) fall(ctx context.Context, cm *corev1.ConfigMap, n int) error {
	if n == 0 {
		return nil
	}
	return r.rise(ctx, cm, n-1)
}
