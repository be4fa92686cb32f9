// Package saidby keeps things under what a field of an object says, and forgets them by the key of a tombstone, or as is right.
package saidby

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/tombstone/saidby/far"
)

func follow(informer cache.SharedInformer, a *far.Addresses) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{ // want `deletes is kept under something else of the object, such as its UID`
		AddFunc:    a.Note,
		DeleteFunc: a.Forget,
	})
}

func handles(informer, nodes cache.SharedInformer, d *disks, m *mended, h *hosts, n *named) error {
	for _, handler := range []cache.ResourceEventHandler{d, m, n} {
		if _, err := informer.AddEventHandler(handler); err != nil {
			return err
		}
	}
	_, err := nodes.AddEventHandler(h)
	return err
}

// disks has the claims of volumes, by the driver's handle.
type disks struct{ claimed map[string]int64 }

func newDisks() *disks { return &disks{claimed: map[string]int64{}} }

func (d *disks) OnAdd(obj any, _ bool) {
	if volume, ok := obj.(*corev1.PersistentVolume); ok && volume.Spec.StorageClassName != "" {
		d.Claim(volume.Spec.StorageClassName, volume.Generation)
	}
}

func (d *disks) OnUpdate(_, obj any) { d.OnAdd(obj, false) }

func (d *disks) OnDelete(obj any) {
	if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		d.Drop(gone.Key) // want `its Key is the namespace and name, and what is deleted at saidby.go:\d+ is kept under the object's Spec.StorageClassName; take that of the tombstone's Obj \[tombstone/lost\]`
		return
	}
	if volume, ok := obj.(*corev1.PersistentVolume); ok {
		d.Drop(volume.Spec.StorageClassName)
	}
}

// Claim notes one.
func (d *disks) Claim(class string, n int64) { d.claimed[class] = n }

// Drop forgets it.
func (d *disks) Drop(class string) { delete(d.claimed, class) }

// mended takes the field of the tombstone's object.
type mended struct{ claimed map[string]int64 }

func newMended() *mended { return &mended{claimed: map[string]int64{}} }

func (m *mended) OnAdd(obj any, _ bool) {
	if volume, ok := obj.(*corev1.PersistentVolume); ok {
		m.claimed[volume.Spec.StorageClassName] = volume.Generation
	}
}

func (m *mended) OnUpdate(_, obj any) { m.OnAdd(obj, false) }

func (m *mended) OnDelete(obj any) {
	if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = gone.Obj
	}
	if volume, ok := obj.(*corev1.PersistentVolume); ok {
		delete(m.claimed, volume.Spec.StorageClassName)
	}
}

// hosts has what runs on a node by its name, which pods say, and which is the key of the node.
type hosts struct{ running map[string]int }

func newHosts() *hosts { return &hosts{running: map[string]int{}} }

func (h *hosts) OnAdd(obj any, _ bool) {
	if pod, ok := obj.(*corev1.Pod); ok {
		h.running[pod.Spec.NodeName] = 1
	}
}

func (h *hosts) OnUpdate(_, obj any) { h.OnAdd(obj, false) }

func (h *hosts) OnDelete(obj any) {
	switch gone := obj.(type) {
	case *corev1.Node:
		delete(h.running, gone.Name)
	case cache.DeletedFinalStateUnknown:
		delete(h.running, gone.Key)
	}
}

// named has the volumes by their names, which are their keys.
type named struct{ sizes map[string]int64 }

func newNamed() *named { return &named{sizes: map[string]int64{}} }

func (n *named) OnAdd(obj any, _ bool) {
	if volume, ok := obj.(*corev1.PersistentVolume); ok {
		n.sizes[volume.Name] = volume.Spec.Capacity.Storage().Value()
	}
}

func (n *named) OnUpdate(_, obj any) { n.OnAdd(obj, false) }

func (n *named) OnDelete(obj any) {
	switch gone := obj.(type) {
	case *corev1.PersistentVolume:
		delete(n.sizes, gone.Name)
	case cache.DeletedFinalStateUnknown:
		delete(n.sizes, gone.Key)
	}
}
