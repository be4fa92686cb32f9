// Package far forgets what pods hold by the key of a tombstone.
package far

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Addresses are those of pods.
type Addresses struct{ of map[string]string }

// NewAddresses returns none.
func NewAddresses() *Addresses { return &Addresses{of: map[string]string{}} }

// Note keeps that of a pod.
func (a *Addresses) Note(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		a.of[pod.Status.PodIP] = pod.Name
	}
}

// Forget drops it.
func (a *Addresses) Forget(obj any) {
	switch gone := obj.(type) {
	case *corev1.Pod:
		delete(a.of, gone.Status.PodIP)
	case cache.DeletedFinalStateUnknown:
		delete(a.of, gone.Key)
	}
}
