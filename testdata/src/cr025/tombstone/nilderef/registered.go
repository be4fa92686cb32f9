package nilderef

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/tombstone/nilderef/registry"
)

func registered(r *registry.Registry) []cache.ResourceEventHandlerFuncs {
	return []cache.ResourceEventHandlerFuncs{
		{
			AddFunc: func(obj any) {
				pod, _ := obj.(*corev1.Pod)
				r.Do("add", pod)
			},
			DeleteFunc: func(obj any) {
				pod, _ := obj.(*corev1.Pod) // want `fails and leaves nil .* and the use of it at registered.go:19 panics.*\[tombstone/nilderef\]`
				r.Do("remove", pod)
			},
		},
		{DeleteFunc: func(obj any) {
			pod, _ := obj.(*corev1.Pod) // want `\[tombstone/nilderef\]`
			r.Drop(pod)
		}},
		{DeleteFunc: func(obj any) {
			pod, _ := obj.(*corev1.Pod) // want `\[tombstone/nilderef\]`
			registry.DropNamed(r, pod)
		}},
		// The mended twin, and functions to which nil does nothing, or perhaps nothing.
		{DeleteFunc: func(obj any) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			if pod, ok := obj.(*corev1.Pod); ok {
				r.Do("remove", pod)
			}
		}},
		{DeleteFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok { // want `\[tombstone/lost\]`
				r.Do("remove", pod)
			}
		}},
		{DeleteFunc: func(obj any) {
			pod, _ := obj.(*corev1.Pod)
			r.Do("forget", pod)
			r.MayDrop(pod)
			r.DropReady(pod)
			r.DropStarted(pod)
			r.Replaced(pod)
			r.DropAll(nil, pod)
			r.Chosen("name", pod)
			r.Renamed("Name", pod)
			r.Defaulted(pod, false)
			r.Recovered(pod)
			r.Round("back", pod)
		}},
	}
}
