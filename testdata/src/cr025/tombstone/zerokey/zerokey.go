// Package zerokey has delete handlers that delete something by a key that is empty for a tombstone.
package zerokey

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/tools/cache"
)

type store struct {
	mu   sync.Mutex
	pods map[string]*corev1.Pod
}

func (s *store) delete(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.pods, key)
}

type controller struct {
	store *store
	names map[types.NamespacedName]bool
	sm    sync.Map
	set   sets.Set[string]
}

// Among variadic arguments.
func (c *controller) variadic(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		key, _ := cache.MetaNamespaceKeyFunc(obj) // want `cache.MetaNamespaceKeyFunc returns an error`
		c.set.Delete(key)
	}})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		name, _ := obj.(string) // want `the assertion to string fails`
		c.set.Delete(name)
	}})
}

// The assertion to a string, whose failure leaves it empty.
func (c *controller) text(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		key, _ := obj.(string) // want `the assertion to string`
		c.store.delete(key)
	}})
}

// A pointer that is nil, of which a helper makes an empty key.
func (c *controller) named(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		pod, _ := obj.(*corev1.Pod) // want `the assertion to \*corev1.Pod`
		c.store.delete(keyOf(pod))
	}})
}

func keyOf(pod *corev1.Pod) string {
	if pod == nil {
		return ""
	}
	return pod.Namespace + "/" + pod.Name
}

// Only where it is one.
func (c *controller) guarded(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		var key types.NamespacedName
		if pod, ok := obj.(*corev1.Pod); ok { // want `the assertion to \*corev1.Pod`
			key = types.NamespacedName{Namespace: pod.Namespace, Name: pod.Name}
		}
		delete(c.names, key)
	}})
}

// The same, kept in a sync.Map.
func (c *controller) syncMap(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		var name string
		if pod, ok := obj.(*corev1.Pod); ok { // want `the assertion to \*corev1.Pod`
			name = pod.Name
		}
		c.sm.Delete(name)
	}})
}

// With both cases.
func (c *controller) mended(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		var key string
		switch obj := obj.(type) {
		case *corev1.Pod:
			key = obj.Namespace + "/" + obj.Name
		case cache.DeletedFinalStateUnknown:
			key = obj.Key
		}
		c.store.delete(key)
	}})
}

// An empty name stands for all, for objects too.
func (c *controller) all(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(any) {
		c.store.delete("")
	}})
}

// What is empty is left out, and the rest is swept up later.
func (c *controller) checked(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		var key string
		if pod, ok := obj.(*corev1.Pod); ok { // want `the assertion to \*corev1.Pod fails, and what is done for an object`
			key = pod.Name
		}
		if key == "" {
			return
		}
		c.store.delete(key)
	}})
}

// The key is the same for all.
func (c *controller) constant(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		key := "all"
		if _, ok := obj.(*corev1.Pod); ok {
			key = "all"
		}
		c.store.delete(key)
	}})
}
