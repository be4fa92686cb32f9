package inner

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// unwrap returns the object, or the one in a tombstone.
func unwrap(obj any) any {
	if d, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		return d.Obj
	}
	return obj
}

func podOf(obj any) (*corev1.Pod, bool) {
	pod, ok := unwrap(obj).(*corev1.Pod)
	return pod, ok
}

// The filter lets nothing through but pods, so that no tombstone without one comes to the delete function.
func filtered(seen map[string]bool) cache.ResourceEventHandler {
	return cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			pod, ok := podOf(obj)
			return ok && pod.Spec.NodeName != ""
		},
		Handler: cache.ResourceEventHandlerFuncs{
			DeleteFunc: func(obj any) {
				delete(seen, unwrap(obj).(*corev1.Pod).Name)
			},
		},
	}
}

// This one lets everything through that is no pod.
func unfiltered(seen map[string]bool) cache.ResourceEventHandler {
	return cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			pod, ok := podOf(obj)
			return !ok || pod.Spec.NodeName != ""
		},
		Handler: cache.ResourceEventHandlerFuncs{
			DeleteFunc: func(obj any) {
				delete(seen, unwrap(obj).(*corev1.Pod).Name) // want `panics when the tombstone holds no object`
			},
		},
	}
}
