// Package shelf stores ConfigMaps.
package shelf

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
)

type Shelf struct{ Client kubernetes.Interface }

// Put tells its caller when it fails.
func (s *Shelf) Put(ctx context.Context, cm *corev1.ConfigMap) error {
	if _, err := s.Client.CoreV1().ConfigMaps(cm.Namespace).Update(ctx, cm, metav1.UpdateOptions{}); err != nil {
		return fmt.Errorf("put %s: %w", cm.Name, err)
	}
	return nil
}

// Swap doesn't always.
func (s *Shelf) Swap(ctx context.Context, cm *corev1.ConfigMap, old string) error {
	if err := s.Put(ctx, cm); err != nil {
		return err
	}
	if err := s.Client.CoreV1().ConfigMaps(cm.Namespace).Delete(ctx, old, metav1.DeleteOptions{}); err != nil {
		println("kept", old)
	}
	return nil
}
