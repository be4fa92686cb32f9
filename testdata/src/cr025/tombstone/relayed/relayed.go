// Package relayed has event handlers that other packages call.
package relayed

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/tombstone/relayed/hub"
	"ctrllint.test/cr025/tombstone/relayed/raw"
)

type table struct{ nodes map[string]string }

// The hub has unwrapped what it hands on.
func (t *table) hears(h hub.Hub, pods *hub.Pods) {
	h.Hear(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			pod := obj.(*corev1.Pod)
			delete(t.nodes, pod.Name)
		},
	})
	pods.Hear(&cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				delete(t.nodes, pod.Name)
			}
		},
	})
}

// Who hands on what informers have gives tombstones too.
func (t *table) hearsRaw(c *raw.Counter, pods cache.SharedIndexInformer) error {
	return c.Hear(pods, cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			pod := obj.(*corev1.Pod) // want `\[tombstone/panic\]`
			delete(t.nodes, pod.Name)
		},
	})
}

// Whose delete function gets the object from a field gives what was put there.
func (t *table) hearsLate(b *raw.Buffer) {
	b.Hear(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			pod := obj.(*corev1.Pod) // want `\[tombstone/panic\]`
			delete(t.nodes, pod.Name)
		},
	})
}

// It is given to both.
func (t *table) hearsBoth(h hub.Hub, pods cache.SharedIndexInformer) error {
	handler := cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			pod := obj.(*corev1.Pod) // want `\[tombstone/panic\]`
			delete(t.nodes, pod.Name)
		},
	}
	h.Hear(handler)
	_, err := pods.AddEventHandler(handler)
	return err
}
