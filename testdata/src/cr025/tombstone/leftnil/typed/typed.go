// Package typed makes event handlers of functions that take objects of a type.
package typed

import "k8s.io/client-go/tools/cache"

func as[T any](obj any) (T, bool) {
	t, ok := obj.(T)
	return t, ok
}

// Handler calls gone with nil for a tombstone.
func Handler[T any](seen, gone func(T)) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			t, _ := as[T](obj)
			seen(t)
		},
		DeleteFunc: func(obj any) {
			t, _ := as[T](obj)
			gone(t)
		},
	}
}

// Unwrapping looks into the tombstone.
func Unwrapping[T any](seen, gone func(T)) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			t, _ := as[T](obj)
			seen(t)
		},
		DeleteFunc: func(obj any) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			if t, ok := as[T](obj); ok {
				gone(t)
			}
		},
	}
}
