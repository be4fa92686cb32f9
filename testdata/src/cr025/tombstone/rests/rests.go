// Package rests has findings that rest on other lines than their own: all those that are marked.
package rests

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/tombstone/rests/far"
)

type counter struct{ pods map[string]int }

func (c *counter) register(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    c.onEvent,
		DeleteFunc: c.onEvent, // rests
	})
	inf.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: c.counted, // rests
		Handler: cache.ResourceEventHandlerFuncs{
			AddFunc: c.onEvent,
			DeleteFunc: func(any) {
				clear(c.pods)
			},
		},
	})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			c.forget(obj) // rests
		},
	})
}

func (c *counter) onEvent(obj any) {
	pod := obj.(*corev1.Pod) // want `\[tombstone/panic\]`
	c.pods[pod.Name]++
}

func (c *counter) counted(obj any) bool {
	pod, ok := obj.(*corev1.Pod) // want `\[tombstone/filter\]`
	return ok && c.pods[pod.Name] > 0
}

func (c *counter) forget(obj any) {
	delete(c.pods, far.Name(obj)) // want `\[tombstone/panic\]`
}
