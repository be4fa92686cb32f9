// Package shelf has event handlers which only other packages make such, and doesn't know what these put around them.
package shelf

import corev1 "k8s.io/api/core/v1"

type volumes map[string]string

func (v volumes) OnAdd(obj any, _ bool) {
	pv := obj.(*corev1.PersistentVolume)
	v[pv.Name] = pv.Spec.Capacity.Storage().String()
}

func (v volumes) OnUpdate(_, obj any) { v.OnAdd(obj, false) }

// Bare is given to an informer as it is.
type Bare struct{ volumes }

func (b *Bare) OnDelete(obj any) {
	delete(b.volumes, obj.(*corev1.PersistentVolume).Name) // want `\[tombstone/panic\]`
}

// Behind is in a layer that opens tombstones. Who doesn't see the program takes it for one like the first.
type Behind struct{ volumes }

func (b *Behind) OnDelete(obj any) {
	delete(b.volumes, obj.(*corev1.PersistentVolume).Name) // want `\[tombstone/panic\]`
}

// Made is given to a function that makes the layer.
type Made struct{ volumes }

func (m *Made) OnDelete(obj any) {
	delete(m.volumes, obj.(*corev1.PersistentVolume).Name) // want `\[tombstone/panic\]`
}

// Both is in a layer, and besides an informer has it.
type Both struct{ volumes }

func (b *Both) OnDelete(obj any) {
	delete(b.volumes, obj.(*corev1.PersistentVolume).Name) // want `\[tombstone/panic\]`
}

// Counted is in one that has the method for deletes of what is in it.
type Counted struct{ volumes }

func (c *Counted) OnDelete(obj any) {
	delete(c.volumes, obj.(*corev1.PersistentVolume).Name) // want `\[tombstone/panic\]`
}
