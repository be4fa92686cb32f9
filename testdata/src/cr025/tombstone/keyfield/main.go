// Command keyfield has controllers with a key function in a field.
package main

import (
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"

	"ctrllint.test/cr025/tombstone/keyfield/counts"
)

type controller struct {
	queue workqueue.TypedInterface[string]
	keyOf cache.KeyFunc
}

type option func(*controller)

// WithKey would change the key function. Nobody does.
func WithKey(keyOf cache.KeyFunc) option {
	return func(c *controller) { c.keyOf = keyOf }
}

func newController(opts ...option) *controller {
	c := &controller{queue: workqueue.NewTyped[string](), keyOf: cache.MetaNamespaceKeyFunc}
	for _, o := range opts {
		o(c)
	}
	return c
}

func (c *controller) enqueue(obj any) {
	key, err := c.keyOf(obj) // want `cache.MetaNamespaceKeyFunc returns an error.*\[tombstone/key\]`
	if err != nil {
		return
	}
	c.queue.Add(key)
}

// A mended one.
type mended struct {
	queue workqueue.TypedInterface[string]
	keyOf cache.KeyFunc
}

func WithMendedKey(m *mended, keyOf cache.KeyFunc) { m.keyOf = keyOf }

func newMended() *mended {
	return &mended{queue: workqueue.NewTyped[string](), keyOf: cache.DeletionHandlingMetaNamespaceKeyFunc}
}

func (m *mended) enqueue(obj any) {
	if key, err := m.keyOf(obj); err == nil {
		m.queue.Add(key)
	}
}

// One whose key function the program changes.
type changed struct {
	queue workqueue.TypedInterface[string]
	keyOf cache.KeyFunc
}

func WithOther(c *changed, keyOf cache.KeyFunc) { c.keyOf = keyOf }

func newChanged() *changed {
	c := &changed{queue: workqueue.NewTyped[string](), keyOf: cache.MetaNamespaceKeyFunc}
	WithOther(c, cache.DeletionHandlingMetaNamespaceKeyFunc)
	return c
}

func (c *changed) enqueue(obj any) {
	if key, err := c.keyOf(obj); err == nil {
		c.queue.Add(key)
	}
}

func main() {
	var inf cache.SharedIndexInformer
	for _, enqueue := range []func(any){newController().enqueue, newMended().enqueue, newChanged().enqueue} {
		_, _ = inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: enqueue, DeleteFunc: enqueue})
	}
	counts.Watch(inf, counts.WithKeyFunc(cache.DeletionHandlingMetaNamespaceKeyFunc))
}
