// Package far keeps things under the UIDs of objects; other packages tell it of these.
package far

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Shares has what each pod was given.
type Shares struct{ given map[string]int }

// New returns none.
func New() *Shares { return &Shares{given: map[string]int{}} }

// Give gives a pod its share.
func (s *Shares) Give(obj any) {
	pod := obj.(*corev1.Pod)
	s.given[string(pod.UID)] = len(pod.Spec.Containers)
}

// Take goes by the wrong key for a tombstone.
func (s *Shares) Take(obj any) {
	var id string
	switch gone := obj.(type) {
	case *corev1.Pod:
		id = string(gone.UID)
	case cache.DeletedFinalStateUnknown:
		id = gone.Key
	}
	delete(s.given, id)
}

// TakeRight doesn't.
func (s *Shares) TakeRight(obj any) {
	if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = gone.Obj
	}
	if pod, ok := obj.(*corev1.Pod); ok {
		delete(s.given, string(pod.UID))
	}
}
