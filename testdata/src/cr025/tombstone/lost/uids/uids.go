// Package uids keeps things under the UIDs of objects, and forgets them by the key of a tombstone, or as is right.
package uids

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

func handles(informer cache.SharedInformer, s *seats, l *leases, m *mended, p *paired, k *keys, e *either, h *handed, q *queued, b *both, o *one) error {
	for _, handler := range []cache.ResourceEventHandler{s, l, m, p, k, e, h, q, b, o} {
		if _, err := informer.AddEventHandler(handler); err != nil {
			return err
		}
	}
	return nil
}

// seats has the bug two functions deep.
type seats struct{ taken map[string]int }

func newSeats() *seats { return &seats{taken: map[string]int{}} }

func (s *seats) OnAdd(obj any, _ bool) {
	if node, ok := obj.(*corev1.Node); ok {
		s.take(string(node.UID), len(node.Spec.Taints))
	}
}

func (s *seats) OnUpdate(_, obj any) { s.OnAdd(obj, false) }

func (s *seats) OnDelete(obj any) {
	switch gone := obj.(type) {
	case *corev1.Node:
		s.free(string(gone.UID))
	case cache.DeletedFinalStateUnknown:
		s.free(gone.Key) // want `the delete is lost when the informer missed the delete and hands over a cache.DeletedFinalStateUnknown: its Key is the namespace and name, and what is deleted at uids.go:\d+ is kept under the object's UID.*\[tombstone/lost\]`
	}
}

func (s *seats) take(uid string, n int) { s.taken[uid] = n }

func (s *seats) free(uid string) { delete(s.taken, uid) }

// leases has it in place.
type leases struct{ held map[types.UID]*corev1.Pod }

func (l *leases) OnAdd(obj any, _ bool) {
	if pod, ok := obj.(*corev1.Pod); ok {
		l.held[pod.GetUID()] = pod
	}
}

func (l *leases) OnUpdate(_, obj any) { l.OnAdd(obj, false) }

func (l *leases) OnDelete(obj any) {
	if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		delete(l.held, types.UID(gone.Key)) // want `is kept under the object's UID; take that of the tombstone's Obj \[tombstone/lost\]`
		return
	}
	if pod, ok := obj.(*corev1.Pod); ok {
		delete(l.held, pod.UID)
	}
}

// mended goes by the object in the tombstone.
type mended struct{ held map[types.UID]*corev1.Pod }

func (m *mended) OnAdd(obj any, _ bool) {
	if pod, ok := obj.(*corev1.Pod); ok {
		m.held[pod.UID] = pod
	}
}

func (m *mended) OnUpdate(_, obj any) { m.OnAdd(obj, false) }

func (m *mended) OnDelete(obj any) {
	if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = gone.Obj
	}
	if pod, ok := obj.(*corev1.Pod); ok {
		delete(m.held, pod.UID)
	}
}

// paired finds the UID by the key.
type paired struct {
	uids map[string]types.UID
	held map[types.UID]*corev1.Pod
}

func (p *paired) OnAdd(obj any, _ bool) {
	if pod, ok := obj.(*corev1.Pod); ok {
		p.uids[pod.Namespace+"/"+pod.Name], p.held[pod.UID] = pod.UID, pod
	}
}

func (p *paired) OnUpdate(_, obj any) { p.OnAdd(obj, false) }

func (p *paired) OnDelete(obj any) {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		key, err = gone.Key, nil
	}
	if err == nil {
		delete(p.held, p.uids[key])
		delete(p.uids, key)
	}
}

// keys is kept under the key.
type keys struct{ held map[string]types.UID }

func (k *keys) OnAdd(obj any, _ bool) {
	if pod, ok := obj.(*corev1.Pod); ok {
		k.held[cache.MetaObjectToName(pod).String()] = pod.UID
	}
}

func (k *keys) OnUpdate(_, obj any) { k.OnAdd(obj, false) }

func (k *keys) OnDelete(obj any) {
	switch gone := obj.(type) {
	case *corev1.Pod:
		delete(k.held, gone.Namespace+"/"+gone.Name)
	case cache.DeletedFinalStateUnknown:
		delete(k.held, gone.Key)
	}
}

// either has both, under one or the other.
type either struct{ held map[string]bool }

func (e *either) OnAdd(obj any, _ bool) {
	if pod, ok := obj.(*corev1.Pod); ok {
		e.held[string(pod.UID)], e.held[pod.Namespace+"/"+pod.Name] = true, true
	}
}

func (e *either) OnUpdate(_, obj any) { e.OnAdd(obj, false) }

func (e *either) OnDelete(obj any) {
	switch gone := obj.(type) {
	case *corev1.Pod:
		delete(e.held, string(gone.UID))
		delete(e.held, gone.Namespace+"/"+gone.Name)
	case cache.DeletedFinalStateUnknown:
		delete(e.held, gone.Key)
	}
}

// handed is filled by who has the map.
type handed struct{ held map[string]bool }

func (h *handed) OnAdd(obj any, _ bool) {
	if pod, ok := obj.(*corev1.Pod); ok {
		h.held[string(pod.UID)] = true
		fill(h.held, pod)
	}
}

func fill(held map[string]bool, pod *corev1.Pod) { held[pod.Namespace+"/"+pod.Name] = true }

func (h *handed) OnUpdate(_, obj any) { h.OnAdd(obj, false) }

func (h *handed) OnDelete(obj any) {
	switch gone := obj.(type) {
	case *corev1.Pod:
		delete(h.held, string(gone.UID))
	case cache.DeletedFinalStateUnknown:
		delete(h.held, gone.Key)
	}
}

// queued has a worker that looks through the table for what is gone.
type queued struct {
	held  map[string]bool
	queue workqueue.TypedRateLimitingInterface[string]
}

func (q *queued) OnAdd(obj any, _ bool) {
	if pod, ok := obj.(*corev1.Pod); ok {
		q.held[string(pod.UID)] = true
	}
}

func (q *queued) OnUpdate(_, obj any) { q.OnAdd(obj, false) }

func (q *queued) OnDelete(obj any) {
	switch gone := obj.(type) {
	case *corev1.Pod:
		delete(q.held, string(gone.UID))
	case cache.DeletedFinalStateUnknown:
		delete(q.held, gone.Key)
		q.queue.Add(gone.Key)
	}
}

// both goes by the object, and by the key for what was kept so by an older release.
type both struct{ held map[string]bool }

func (b *both) OnAdd(obj any, _ bool) {
	if pod, ok := obj.(*corev1.Pod); ok {
		b.held[string(pod.UID)] = true
	}
}

func (b *both) OnUpdate(_, obj any) { b.OnAdd(obj, false) }

func (b *both) OnDelete(obj any) {
	if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		delete(b.held, gone.Key)
		obj = gone.Obj
	}
	if pod, ok := obj.(*corev1.Pod); ok {
		delete(b.held, string(pod.UID))
	}
}

// one falls back on the key where there is no object.
type one struct{ held map[string]bool }

func (o *one) OnAdd(obj any, _ bool) {
	if pod, ok := obj.(*corev1.Pod); ok {
		o.held[string(pod.UID)] = true
	}
}

func (o *one) OnUpdate(_, obj any) { o.OnAdd(obj, false) }

func (o *one) OnDelete(obj any) {
	id := ""
	switch gone := obj.(type) {
	case *corev1.Pod:
		id = string(gone.UID)
	case cache.DeletedFinalStateUnknown:
		id = gone.Key
		if pod, ok := gone.Obj.(*corev1.Pod); ok {
			id = string(pod.UID)
		}
	}
	delete(o.held, id)
}
