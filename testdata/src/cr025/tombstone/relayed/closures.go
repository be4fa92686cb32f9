package relayed

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/tombstone/relayed/layers"
)

// The layer's functions are literals, and hand on what they are given.
func (t *table) timed(pods cache.SharedIndexInformer) error {
	_, err := pods.AddEventHandler(layers.Timed(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { delete(t.nodes, obj.(*corev1.Pod).Name) }, // want `\[tombstone/panic\]`
	}, func() {}))
	return err
}

// The layer has the method of what is behind it.
func (t *table) kept(pods cache.SharedIndexInformer) error {
	_, err := pods.AddEventHandler(layers.Deletes(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { delete(t.nodes, obj.(*corev1.Pod).Name) }, // want `\[tombstone/panic\]`
	}))
	return err
}

// This one opens the tombstone first.
func (t *table) openedByLiteral(pods cache.SharedIndexInformer) error {
	_, err := pods.AddEventHandler(layers.Opened(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { delete(t.nodes, obj.(*corev1.Pod).Name) },
	}))
	return err
}

// So does one of the package's own.
func (t *table) openedHere(pods cache.SharedIndexInformer) error {
	inner := cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { delete(t.nodes, obj.(*corev1.Pod).Name) },
	}
	_, err := pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				inner.OnDelete(tombstone.Obj)
				return
			}
			inner.OnDelete(obj)
		},
	})
	return err
}

// A literal gives it to the informer.
func (t *table) once(pods cache.SharedIndexInformer, do *sync.Once) (err error) {
	handler := cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { delete(t.nodes, obj.(*corev1.Pod).Name) }, // want `\[tombstone/panic\]`
	}
	do.Do(func() { _, err = pods.AddEventHandler(handler) })
	return err
}

// Only what isn't deleted goes through the literal.
func (t *table) addedOnly(pods cache.SharedIndexInformer) error {
	inner := t.raw()
	_, err := pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { inner.OnAdd(obj, false) },
		DeleteFunc: inner.OnDelete,
	})
	return err
}

// forking hands on the tombstone's object, or what is no tombstone.
type forking struct{ to cache.ResourceEventHandler }

func (f forking) OnAdd(obj any, first bool) { f.to.OnAdd(obj, first) }
func (f forking) OnUpdate(old, obj any)     { f.to.OnUpdate(old, obj) }
func (f forking) OnDelete(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		f.to.OnDelete(tombstone.Obj)
		return
	}
	f.to.OnDelete(obj)
}

func (t *table) forked(pods cache.SharedIndexInformer) error {
	_, err := pods.AddEventHandler(forking{to: cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { delete(t.nodes, obj.(*corev1.Pod).Name) },
	}})
	return err
}

// What is no tombstone is handed on.
func (t *table) rest(pods cache.SharedIndexInformer) error {
	inner := cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { delete(t.nodes, obj.(*corev1.Pod).Name) },
	}
	_, err := pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if _, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				clear(t.nodes)
				return
			}
			inner.OnDelete(obj)
		},
	})
	return err
}
