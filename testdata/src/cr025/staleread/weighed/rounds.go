package weighed

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// The error of one is kept while the next one is made: nothing is done in place of the one that isn't found.
func (r *R) all(ctx context.Context, owner *corev1.Secret, names []string) error {
	var failed error
	for _, name := range names {
		if err := r.one(ctx, owner, name); err != nil {
			failed = fmt.Errorf("%s: %w", name, err)
		}
	}
	return failed
}

func (r *R) one(ctx context.Context, owner *corev1.Secret, name string) error {
	config := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: owner.Namespace, Name: name}}
	err := r.Create(ctx, config)
	if !apierrors.IsAlreadyExists(err) {
		return err
	}
	there := &corev1.ConfigMap{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(config), there); err != nil { // want `note: the Create at rounds.go:26 failed.*\[staleread/exists\]`
		return fmt.Errorf("get: %w", err)
	}
	if !metav1.IsControlledBy(there, owner) {
		return fmt.Errorf("%s is somebody else's", name)
	}
	return nil
}
