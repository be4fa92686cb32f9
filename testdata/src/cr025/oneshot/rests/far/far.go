// Package far is what package rests calls.
package far

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
)

// Copy writes, two calls deep.
func Copy(client kubernetes.Interface, secret *corev1.Secret) {
	update(client, secret) // rests
}

func update(client kubernetes.Interface, secret *corev1.Secret) {
	_, _ = client.CoreV1().Secrets("copies").Update(context.Background(), secret, metav1.UpdateOptions{}) // rests
}
