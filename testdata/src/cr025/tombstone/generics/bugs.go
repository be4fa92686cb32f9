// Package generics holds delete handlers with type parameters.
package generics

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type keys = workqueue.TypedRateLimitingInterface[client.ObjectKey]

// A generic function as the delete handler.
func onDelete[T client.Object](q keys) func(any) {
	return func(obj any) {
		o := obj.(T) // want `\[tombstone/panic\]`
		q.Add(client.ObjectKeyFromObject(o))
	}
}

func watchPods(inf cache.SharedIndexInformer, q keys) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: onDelete[*corev1.Pod](q)})
}

// A generic function that is the handler itself.
var dropped = map[string]int{}

func drop[T client.Object](obj any) {
	o, ok := obj.(T) // want `\[tombstone/lost\]`
	if !ok {
		return
	}
	dropped[o.GetName()]++
}

func watchSecrets(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: drop[*corev1.Secret]})
}

// A generic type with the methods of a handler.
type tracker[T client.Object] struct {
	seen map[client.ObjectKey]T
}

func (t *tracker[T]) OnAdd(obj any, _ bool) {
	o := obj.(T)
	t.seen[client.ObjectKeyFromObject(o)] = o
}

func (t *tracker[T]) OnUpdate(_, cur any) { t.OnAdd(cur, false) }

func (t *tracker[T]) OnDelete(obj any) {
	delete(t.seen, client.ObjectKeyFromObject(obj.(T))) // want `\[tombstone/panic\]`
}

func watchTracked(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(&tracker[*corev1.Node]{seen: map[client.ObjectKey]*corev1.Node{}})
}

// A generic adapter: the typed function is fine, the adapter is not.
func typed[T client.Object](gone func(T)) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			o, ok := obj.(T) // want `\[tombstone/lost\]`
			if !ok {
				klog.Errorf("unexpected %T", obj)
				return
			}
			gone(o)
		},
	}
}

func watchTyped(inf cache.SharedIndexInformer, q keys) {
	inf.AddEventHandler(typed(func(cm *corev1.ConfigMap) { q.Add(client.ObjectKeyFromObject(cm)) }))
}

// A generic helper without check, called with a type argument.
func must[T any](obj any) T {
	return obj.(T) // want `\[tombstone/panic\]`
}

func watchServices(inf cache.SharedIndexInformer, q keys) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			q.Add(client.ObjectKeyFromObject(must[*corev1.Service](obj)))
		},
	})
}

// A generic filter.
func only[T client.Object](keep func(T) bool) func(any) bool {
	return func(obj any) bool {
		o, ok := obj.(T) // want `\[tombstone/filter\]`
		return ok && keep(o)
	}
}

func watchFiltered(inf cache.SharedIndexInformer, q keys) {
	inf.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: only(func(ns *corev1.Namespace) bool { return ns.Labels["watch"] == "true" }),
		Handler: cache.ResourceEventHandlerFuncs{
			DeleteFunc: func(obj any) {
				if name, err := cache.DeletionHandlingObjectToName(obj); err == nil {
					q.Add(client.ObjectKey(name))
				}
			},
		},
	})
}
