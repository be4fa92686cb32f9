// Package wiring turns functions into event handlers, for the packages of the
// operator that don't want to know client-go.
package wiring

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

// Handler passes everything on as it comes.
func Handler(onAdd func(any), onUpdate func(any, any), onDelete func(any)) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc:    onAdd,
		UpdateFunc: onUpdate,
		DeleteFunc: onDelete,
	}
}

// All calls one function for every kind of event.
func All(h func(any)) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc:    h,
		UpdateFunc: func(_, cur any) { h(cur) },
		DeleteFunc: h,
	}
}

// Opened calls onDelete with what is in the tombstone, and not at all if there
// is nothing in it.
func Opened(onAdd, onDelete func(any)) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: onAdd,
		DeleteFunc: func(obj any) {
			if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				if gone.Obj == nil {
					return
				}
				obj = gone.Obj
			}
			onDelete(obj)
		},
	}
}

// Filtered puts a filter in front of the functions.
func Filtered(keep func(any) bool, onDelete func(any)) cache.ResourceEventHandler {
	return cache.FilteringResourceEventHandler{
		FilterFunc: keep,
		Handler:    cache.ResourceEventHandlerFuncs{DeleteFunc: onDelete},
	}
}

// Objects calls its functions with typed objects.
func Objects[T metav1.Object](onAdd, onDelete func(T)) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { onAdd(obj.(T)) },
		DeleteFunc: func(obj any) {
			onDelete(obj.(T)) // want `\[tombstone/panic\]`
		},
	}
}

// AddOnly has no use for deletes.
func AddOnly(onAdd func(any)) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{AddFunc: onAdd}
}

// Unwraps makes a delete function of f that asserts the object first, and unwraps the tombstone then.
func Unwraps(f func(*corev1.Node)) func(any) {
	return func(obj any) {
		node, ok := obj.(*corev1.Node)
		if !ok {
			tombstone, ok := obj.(cache.DeletedFinalStateUnknown)
			if !ok {
				return
			}
			if node, ok = tombstone.Obj.(*corev1.Node); !ok {
				return
			}
		}
		f(node)
	}
}

// Asserts makes one that does nothing for a tombstone.
func Asserts(f func(*corev1.Node)) func(any) {
	return func(obj any) {
		if node, ok := obj.(*corev1.Node); ok {
			f(node)
		}
	}
}
