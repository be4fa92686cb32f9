// Package sieves makes filters, and one of several.
package sieves

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/tools/cache"
)

// Sieve tells whether an event's object is of interest.
type Sieve func(any) bool

// All lets through what all do.
func All(sieves ...Sieve) Sieve {
	return func(obj any) bool {
		for _, sieve := range sieves {
			if !sieve(obj) {
				return false
			}
		}
		return true
	}
}

// Any lets through what one does.
func Any(sieves ...Sieve) Sieve {
	return func(obj any) bool {
		for i := range sieves {
			if sieves[i](obj) {
				return true
			}
		}
		return false
	}
}

// Opened is All, for what is in the tombstone.
func Opened(sieves ...Sieve) Sieve {
	return func(obj any) bool {
		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			obj = tombstone.Obj
		}
		for _, sieve := range sieves {
			if !sieve(obj) {
				return false
			}
		}
		return true
	}
}

// Labelled wants a label, if there are any.
func Labelled(label string) Sieve {
	return func(obj any) bool {
		object, err := meta.Accessor(obj)
		if err != nil {
			return true
		}
		return object.GetLabels()[label] != ""
	}
}

// OnNode wants the pods of a node.
func OnNode(node string) Sieve {
	return where(func(pod *corev1.Pod) bool { return pod.Spec.NodeName == node })
}

func where(is func(*corev1.Pod) bool) Sieve {
	return func(obj any) bool { return is(obj.(*corev1.Pod)) }
}

// Running wants pods that run.
func Running(obj any) bool {
	pod, ok := obj.(*corev1.Pod)
	return ok && pod.Status.Phase == corev1.PodRunning
}

// OnNodeToo is OnNode for tombstones too.
func OnNodeToo(node string) Sieve {
	return func(obj any) bool {
		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			obj = tombstone.Obj
		}
		pod, ok := obj.(*corev1.Pod)
		return ok && pod.Spec.NodeName == node
	}
}

// First goes by the first alone.
func First(sieves ...Sieve) Sieve {
	return func(obj any) bool { return len(sieves) == 0 || sieves[0](obj) }
}
