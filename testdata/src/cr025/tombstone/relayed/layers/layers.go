// Package layers puts event handlers into others, and gives them to informers.
package layers

import "k8s.io/client-go/tools/cache"

// Layer makes an event handler of another.
type Layer func(cache.ResourceEventHandler) cache.ResourceEventHandler

// In puts a handler into layers, whatever these do.
func In(handler cache.ResourceEventHandler, layers ...Layer) cache.ResourceEventHandler {
	for _, layer := range layers {
		handler = layer(handler)
	}
	return handler
}

type opening struct{ cache.ResourceEventHandler }

func (o opening) OnDelete(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	if obj != nil {
		o.ResourceEventHandler.OnDelete(obj)
	}
}

// Opening takes the object out of the tombstone.
func Opening(handler cache.ResourceEventHandler) cache.ResourceEventHandler {
	return opening{handler}
}

type counting struct {
	cache.ResourceEventHandler
	deleted *int
}

func (c counting) OnDelete(obj any) {
	*c.deleted++
	c.ResourceEventHandler.OnDelete(obj)
}

// Counting hands on what it is given.
func Counting(handler cache.ResourceEventHandler, deleted *int) cache.ResourceEventHandler {
	return counting{handler, deleted}
}

// Timed hands on what it is given.
func Timed(handler cache.ResourceEventHandler, done func()) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { handler.OnAdd(obj, false) },
		DeleteFunc: func(obj any) {
			defer done()
			handler.OnDelete(obj)
		},
	}
}

// Deletes leaves only the deletes of a handler.
func Deletes(handler cache.ResourceEventHandler) cache.ResourceEventHandler {
	return &cache.ResourceEventHandlerFuncs{DeleteFunc: handler.OnDelete}
}

// Opened is Opening by a literal.
func Opened(handler cache.ResourceEventHandler) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			handler.OnDelete(obj)
		},
	}
}

// Add gives a handler to an informer.
func Add(informer cache.SharedIndexInformer, handler cache.ResourceEventHandler) error {
	return add(informer, cache.FilteringResourceEventHandler{
		FilterFunc: func(any) bool { return !informer.IsStopped() },
		Handler:    handler,
	})
}

func add(informer cache.SharedIndexInformer, handler cache.ResourceEventHandler) error {
	_, err := informer.AddEventHandler(handler)
	return err
}

// Hub tells whoever wants to hear.
type Hub interface {
	Hear(cache.ResourceEventHandler)
}

// Source is an informer, or what stands for one.
type Source interface {
	AddEventHandler(cache.ResourceEventHandler) error
}
