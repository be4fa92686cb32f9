// Package ledger has a queue of names, functions that put names there, and makes event handlers of these.
package ledger

import (
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// Ledger has the queue.
type Ledger struct {
	names workqueue.TypedRateLimitingInterface[string]
}

// Always makes an event handler that calls one function for all events.
func Always(do func(any)) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{AddFunc: do, DeleteFunc: do}
}

// Arrivals makes one that hears of no deletes.
func Arrivals(do func(any)) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{AddFunc: do}
}

// Opened makes one that takes objects out of tombstones.
func Opened(do func(any)) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{AddFunc: do, DeleteFunc: func(obj any) {
		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			obj = tombstone.Obj
		}
		do(obj)
	}}
}

// Label puts down what an object is labelled with.
func (l *Ledger) Label(obj any) {
	of, err := meta.Accessor(obj)
	if err != nil {
		return
	}
	l.names.Add(of.GetLabels()["of"])
}

// LabelOfLast does so for what is gone, too.
func (l *Ledger) LabelOfLast(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	l.Label(obj)
}
