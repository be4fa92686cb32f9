// Package relayed has event handlers that other packages call, or give to informers.
package relayed

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/tombstone/relayed/layers"
)

type table struct {
	nodes   map[string]string
	deleted int
}

func (t *table) raw() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			delete(t.nodes, obj.(*corev1.Pod).Name) // want `\[tombstone/panic\]`
		},
	}
}

// The informer has it as it is, of another package.
func (t *table) added(pods cache.SharedIndexInformer) error {
	return layers.Add(pods, t.raw())
}

// What is around it hands on what it is given.
func (t *table) counted(pods cache.SharedIndexInformer) error {
	_, err := pods.AddEventHandler(layers.Counting(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			delete(t.nodes, obj.(*corev1.Pod).Name) // want `\[tombstone/panic\]`
		},
	}, &t.deleted))
	return err
}

// An informer by another name.
func (t *table) stands(pods layers.Source) error {
	return pods.AddEventHandler(&cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			delete(t.nodes, obj.(*corev1.Pod).Name) // want `\[tombstone/panic\]`
		},
	})
}

// It is given to both.
func (t *table) both(hub layers.Hub, pods cache.SharedIndexInformer) error {
	handler := cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			delete(t.nodes, obj.(*corev1.Pod).Name) // want `\[tombstone/panic\]`
		},
	}
	hub.Hear(handler)
	_, err := pods.AddEventHandler(handler)
	return err
}

// mended is right by itself.
func (t *table) mended(pods cache.SharedIndexInformer) error {
	return layers.Add(pods, cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			if pod, ok := obj.(*corev1.Pod); ok {
				delete(t.nodes, pod.Name)
			}
		},
	})
}

func (t *table) fresh() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { delete(t.nodes, obj.(*corev1.Pod).Name) },
	}
}

// The layer has opened the tombstone.
func (t *table) opened(pods cache.SharedIndexInformer) error {
	return layers.Add(pods, layers.Opening(t.fresh()))
}

// Nobody can tell what the layers do.
func (t *table) layered(pods cache.SharedIndexInformer, more layers.Layer) error {
	_, err := pods.AddEventHandler(layers.In(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { delete(t.nodes, obj.(*corev1.Pod).Name) },
	}, more, layers.Opening))
	return err
}

// A hub is taken for one that informers have: whoever hears of deletes hears of tombstones.
func (t *table) hears(hub layers.Hub) {
	hub.Hear(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool { return obj.(*corev1.Pod).Spec.HostNetwork }, // want `\[tombstone/panic\]|\[tombstone/filter\]`
		Handler:    t.mine(),
	})
}

func (t *table) mine() cache.ResourceEventHandler {
	return &cache.ResourceEventHandlerFuncs{DeleteFunc: t.forget}
}

func (t *table) forget(obj any) { delete(t.nodes, obj.(*corev1.Pod).Name) }

// own is an event handler by its methods.
type own struct{ names map[string]bool }

func (o *own) OnAdd(obj any, _ bool) { o.names[obj.(*corev1.Pod).Name] = true }
func (o *own) OnUpdate(_, _ any)     {}
func (o *own) OnDelete(obj any)      { delete(o.names, obj.(*corev1.Pod).Name) }

func (o *own) register(pods cache.SharedIndexInformer) error {
	return layers.Add(pods, layers.Opening(o))
}

// bare is one that the informer has.
type bare struct{ names map[string]bool }

func (b *bare) OnAdd(obj any, _ bool) { b.names[obj.(*corev1.Pod).Name] = true }
func (b *bare) OnUpdate(_, _ any)     {}
func (b *bare) OnDelete(obj any) {
	delete(b.names, obj.(*corev1.Pod).Name) // want `\[tombstone/panic\]`
}

func (b *bare) register(pods cache.SharedIndexInformer) error { return layers.Add(pods, b) }

// unwrapping is a layer of the package's own.
type unwrapping struct{ to cache.ResourceEventHandler }

func (u unwrapping) OnAdd(obj any, first bool) { u.to.OnAdd(obj, first) }
func (u unwrapping) OnUpdate(old, obj any)     { u.to.OnUpdate(old, obj) }
func (u unwrapping) OnDelete(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	if pod, ok := obj.(*corev1.Pod); ok {
		u.to.OnDelete(pod)
	}
}

func (t *table) unwrapped(pods cache.SharedIndexInformer) error {
	_, err := pods.AddEventHandler(unwrapping{to: cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { delete(t.nodes, obj.(*corev1.Pod).Name) },
	}})
	return err
}
