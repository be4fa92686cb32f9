// Package peel takes objects out of tombstones.
package peel

import "k8s.io/client-go/tools/cache"

// Peeled hands on only objects.
type Peeled struct {
	cache.ResourceEventHandler
}

func (p Peeled) OnDelete(obj any) {
	if last, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = last.Obj
	}
	if obj != nil {
		p.ResourceEventHandler.OnDelete(obj)
	}
}

// Peel puts a handler into the layer.
func Peel(next cache.ResourceEventHandler) cache.ResourceEventHandler { return Peeled{next} }

// Counting counts what comes, and leaves deletes to what is in it.
type Counting struct {
	cache.ResourceEventHandler
	Added *int
}

func (c Counting) OnAdd(obj any, first bool) {
	*c.Added++
	c.ResourceEventHandler.OnAdd(obj, first)
}
