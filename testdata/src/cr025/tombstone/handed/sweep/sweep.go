// Package sweep makes event handlers for others, which are right.
package sweep

import (
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
)

type Sweeper struct {
	queue workqueue.TypedInterface[string]
	dirty map[string]bool
}

// Deletes works on deletes only.
func (s *Sweeper) Deletes() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{DeleteFunc: s.enqueue}
}

// Guarded does so behind a filter of its own, and says if it can.
func (s *Sweeper) Guarded() (cache.ResourceEventHandler, error) {
	return &cache.FilteringResourceEventHandler{
		FilterFunc: func(any) bool { return len(s.dirty) < 100 },
		Handler:    s.Deletes(),
	}, nil
}

func (s *Sweeper) enqueue(obj any) {
	if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
		s.queue.Add(key)
	}
}

// Sweep has nothing to do yet.
func (s *Sweeper) Sweep() {
	for {
		key, stop := s.queue.Get()
		if stop {
			return
		}
		klog.InfoS("sweeping", "key", key)
		s.queue.Done(key)
	}
}

// Adds does nothing on deletes.
func (s *Sweeper) Adds() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{AddFunc: s.enqueue}
}

// Logs does nothing on deletes that anybody misses.
func (s *Sweeper) Logs() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc:    s.enqueue,
		DeleteFunc: func(any) { klog.V(4).Info("deleted") },
	}
}

// Either is the one or the other.
func (s *Sweeper) Either(all bool) cache.ResourceEventHandler {
	if all {
		return s.Deletes()
	}
	return s.Adds()
}

// On does what it is told.
func On(add, del func(any)) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{AddFunc: add, DeleteFunc: del}
}

// Ledger is a handler by its methods.
type Ledger struct{ Keys map[string]bool }

func NewLedger() *Ledger { return &Ledger{Keys: map[string]bool{}} }

func (l *Ledger) OnAdd(any, bool)   {}
func (l *Ledger) OnUpdate(_, _ any) {}
func (l *Ledger) OnDelete(obj any) {
	if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
		delete(l.Keys, key)
	}
}

// Census counts what there was, and never takes anything out.
type Census struct{ Keys map[string]bool }

func NewCensus() *Census { return &Census{Keys: map[string]bool{}} }

func (c *Census) OnAdd(obj any, _ bool) {
	if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
		c.Keys[key] = true
	}
}
func (c *Census) OnUpdate(_, _ any) {}
func (c *Census) OnDelete(any)      {}
