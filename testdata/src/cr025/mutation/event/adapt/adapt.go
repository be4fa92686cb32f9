// Package adapt makes event functions of functions that take typed objects, and has some.
package adapt

import (
	"context"
	"maps"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// Each calls a function with the very objects.
func Each[T any](upsert func(T)) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if t, ok := obj.(T); ok {
				upsert(t)
			}
		},
		UpdateFunc: func(_, obj any) {
			if t, ok := obj.(T); ok {
				upsert(t)
			}
		},
	}
}

// Copies calls a function with copies.
func Copies(upsert func(*corev1.Service)) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if s, ok := obj.(*corev1.Service); ok {
				upsert(s.DeepCopy())
			}
		},
	}
}

// A Mapper maps objects to those that carry their labels.
type Mapper struct {
	Extra map[string]string
}

// Map is a map function, which changes the labels of its object.
func (m *Mapper) Map(_ context.Context, obj client.Object) []reconcile.Request {
	set := obj.GetLabels()
	if set == nil {
		set = map[string]string{}
	}
	maps.Copy(set, m.Extra)
	return requests(set)
}

// MapCloned leaves it as it is.
func (m *Mapper) MapCloned(_ context.Context, obj client.Object) []reconcile.Request {
	set := maps.Clone(obj.GetLabels())
	if set == nil {
		set = map[string]string{}
	}
	maps.Copy(set, m.Extra)
	return requests(set)
}

func requests(set map[string]string) (out []reconcile.Request) {
	for name := range set {
		out = append(out, reconcile.Request{NamespacedName: client.ObjectKey{Name: name}})
	}
	return out
}

// Seen notes what it is given, in the object.
func Seen(s *corev1.Service) { s.Annotations["seen"] = "true" }

// An Item is put on a queue.
type Item interface{ Key() string }

// An AddItem is put there for what is new.
type AddItem struct{ Pod *corev1.Pod }

// A DropItem is put there for what is to go.
type DropItem struct{ Pod *corev1.Pod }

// Key implements Item.
func (i *AddItem) Key() string { return i.Pod.Name }

// Key implements Item.
func (i *DropItem) Key() string { return i.Pod.Name }

// All calls each of the functions with the object of an update.
func All(strips ...func(client.Object)) predicate.Predicate {
	return predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
		for _, strip := range strips {
			strip(e.ObjectNew)
		}
		return e.ObjectNew.GetGeneration() > 0
	}}
}

// AllCopies calls them with a copy.
func AllCopies(strips ...func(client.Object)) predicate.Predicate {
	return predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
		after, ok := e.ObjectNew.DeepCopyObject().(client.Object)
		if !ok {
			return false
		}
		for _, strip := range strips {
			strip(after)
		}
		return after.GetGeneration() > 0
	}}
}

// Forget is one of them, Look another.
func Forget(obj client.Object) { obj.SetManagedFields(nil) }

// Look changes nothing.
func Look(obj client.Object) { _ = obj.GetName() }
