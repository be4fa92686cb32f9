package hidden

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

func copyOf(obj client.Object) client.Object { return obj.DeepCopyObject().(client.Object) }

// createCopy leaves what it is given as it is.
func createCopy(ctx context.Context, c client.Client, obj client.Object) error {
	return c.Create(ctx, copyOf(obj))
}

func (r *Reconciler) copied(ctx context.Context, namespace string) (bool, error) {
	lock := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "lock"}}
	if err := createCopy(ctx, r.Client, lock); err != nil {
		return false, err
	}
	var all corev1.ConfigMapList
	if err := r.List(ctx, &all, client.InNamespace(namespace)); err != nil { // want `ConfigMap.*\[staleread/list\]`
		return false, err
	}
	return len(all.Items) > 1, nil
}

// Another kind than the one that was made.
func (r *Reconciler) copiedOther(ctx context.Context, namespace string) (bool, error) {
	lock := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "lock"}}
	if err := createCopy(ctx, r.Client, lock); err != nil {
		return false, err
	}
	var all corev1.SecretList
	if err := r.List(ctx, &all, client.InNamespace(namespace)); err != nil {
		return false, err
	}
	return len(all.Items) > 1, nil
}
