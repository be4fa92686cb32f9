// Package lookalike holds code with the names of client-go and none of its
// tombstones. Nothing here is a finding.
package lookalike

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"

	"ctrllint.test/cr025/tombstone/lookalike/otherstore"
)

type agent struct {
	queue workqueue.TypedRateLimitingInterface[string]
}

// Handlers of the other store.
func (a *agent) watch(s *otherstore.Store) {
	s.AddEventHandler(otherstore.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			a.queue.Add(obj.(*corev1.Pod).Name)
		},
	})
	s.AddEventHandler(otherstore.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if gone, ok := obj.(*otherstore.DeletedFinalStateUnknown); ok {
				a.queue.Add(gone.Obj.(*corev1.Pod).Name)
				return
			}
			if key, err := otherstore.MetaNamespaceKeyFunc(obj); err == nil {
				a.queue.Add(key)
			}
		},
	})
	_ = otherstore.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool { return obj.(*corev1.Pod).Spec.NodeName != "" },
	}
}

// OnDelete alone makes no event handler.
type cleaner struct{ a *agent }

func (c cleaner) OnDelete(obj any) { c.a.queue.Add(obj.(*corev1.Pod).Name) }

// Nor do the three methods with other signatures: this one has the OnAdd that
// client-go had years ago, and nothing that calls it.
type oldHandler struct{ a *agent }

func (o oldHandler) OnAdd(obj any)         { o.a.queue.Add(obj.(*corev1.Pod).Name) }
func (o oldHandler) OnUpdate(old, cur any) { o.a.queue.Add(cur.(*corev1.Pod).Name) }
func (o oldHandler) OnDelete(obj any)      { o.a.queue.Add(obj.(*corev1.Pod).Name) }

// A field of our own that is called DeleteFunc.
type callbacks struct {
	AddFunc, DeleteFunc func(obj any)
}

func (a *agent) callbacks() callbacks {
	return callbacks{
		DeleteFunc: func(obj any) { a.queue.Add(obj.(*corev1.Pod).Name) },
	}
}

// replay calls a handler with objects from a store, never with tombstones, and
// the handler is not registered anywhere.
func (a *agent) replay(store cache.Store) {
	cb := a.callbacks()
	for _, obj := range store.List() {
		cb.DeleteFunc(obj)
	}
}
