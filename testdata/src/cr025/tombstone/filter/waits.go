package filter

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// wait waits until a Pod is done. Nobody can tell from what is sent that the Pod was deleted.
func wait(inf cache.SharedIndexInformer, name string, done <-chan struct{}) corev1.PodPhase {
	updates := make(chan *corev1.Pod)
	inf.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			pod, ok := obj.(*corev1.Pod) // want `note: .*the filter returns false.*\[tombstone/filter\]`
			return ok && pod.Name == name
		},
		Handler: cache.ResourceEventHandlerFuncs{
			UpdateFunc: func(_, obj any) { updates <- obj.(*corev1.Pod) },
			DeleteFunc: func(obj any) {
				if pod, ok := obj.(*corev1.Pod); ok {
					updates <- pod
				}
			},
		},
	})
	for {
		select {
		case pod := <-updates:
			if pod.Status.Phase == corev1.PodSucceeded || pod.Status.Phase == corev1.PodFailed {
				return pod.Status.Phase
			}
		case <-done:
			return corev1.PodUnknown
		}
	}
}

// waitGone waits until a Pod is gone, of which nothing else tells.
func waitGone(inf cache.SharedIndexInformer, name string) *corev1.Pod {
	updates, deletes := make(chan *corev1.Pod, 10), make(chan *corev1.Pod)
	inf.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			pod, ok := obj.(*corev1.Pod) // want `error: .*the filter returns false.*\[tombstone/filter\]`
			return ok && pod.Name == name
		},
		Handler: cache.ResourceEventHandlerFuncs{
			UpdateFunc: func(_, obj any) { updates <- obj.(*corev1.Pod) },
			DeleteFunc: func(obj any) {
				if pod, ok := obj.(*corev1.Pod); ok {
					deletes <- pod
				}
			},
		},
	})
	return <-deletes
}

type cleaner struct{ pods chan *corev1.Pod }

// watch has the Pods looked up again by whoever receives them.
func (c *cleaner) watch(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			pod, ok := obj.(*corev1.Pod) // want `error: .*the filter returns false.*\[tombstone/filter\]`
			return ok && pod.Name != ""
		},
		Handler: cache.ResourceEventHandlerFuncs{
			UpdateFunc: func(_, obj any) { c.pods <- obj.(*corev1.Pod) },
			DeleteFunc: func(obj any) {
				if pod, ok := obj.(*corev1.Pod); ok {
					c.pods <- pod
				}
			},
		},
	})
}
