// Package owner finds out who owns a pod.
package owner

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	appslisters "k8s.io/client-go/listers/apps/v1"
)

// Finder asks a lister, or the API server.
type Finder struct {
	Clientset   kubernetes.Interface
	ReplicaSets appslisters.ReplicaSetLister
}

// Find asks the API server only if the answer shall be the newest.
func (f *Finder) Find(ctx context.Context, pod *corev1.Pod, newest bool) string {
	if newest {
		if set, err := f.Clientset.AppsV1().ReplicaSets(pod.Namespace).Get(ctx, pod.Name, metav1.GetOptions{}); err == nil {
			return set.Name
		}
	}
	if set, err := f.ReplicaSets.ReplicaSets(pod.Namespace).Get(pod.Name); err == nil {
		return set.Name
	}
	return ""
}
