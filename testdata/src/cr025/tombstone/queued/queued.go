// Package queued has delete handlers that put on a queue what they are given.
package queued

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// The worker asserts the object itself.
type byObject struct {
	queue workqueue.TypedRateLimitingInterface[any]
	pods  map[string]int
}

func (c *byObject) register(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { c.queue.Add(obj) },
		DeleteFunc: func(obj any) { c.queue.Add(obj) }, // want `the assertion to \*corev1.Pod at queued.go:[0-9]+ panics`
	})
}

func (c *byObject) work() bool {
	item, stop := c.queue.Get()
	if stop {
		return false
	}
	defer c.queue.Done(item)
	pod := item.(*corev1.Pod)
	delete(c.pods, pod.Name)
	return true
}

// The worker leaves out what it doesn't know.
type checked struct {
	queue workqueue.TypedInterface[any]
	pods  map[string]int
}

func (c *checked) OnAdd(obj any, _ bool) { c.queue.Add(obj) }
func (c *checked) OnUpdate(_, obj any)   { c.queue.Add(obj) }
func (c *checked) OnDelete(obj any)      { c.queue.Add(obj) } // want `the assertion to \*corev1.Pod at queued.go:[0-9]+ fails, so that the delete is lost`

func (c *checked) work() {
	for {
		item, stop := c.queue.Get()
		if stop {
			return
		}
		c.sync(item)
		c.queue.Done(item)
	}
}

func (c *checked) sync(item any) {
	pod, ok := item.(*corev1.Pod)
	if !ok {
		return
	}
	delete(c.pods, pod.Name)
}

// The worker wants a key.
type byKey struct {
	queue workqueue.TypedRateLimitingInterface[any]
	pods  map[string]int
}

func (c *byKey) register(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			key, err := cache.MetaNamespaceKeyFunc(obj)
			if err == nil {
				c.queue.Add(key)
			}
		},
		DeleteFunc: c.queue.Add, // want `the assertion to string at queued.go:[0-9]+ fails`
	})
}

func (c *byKey) work() {
	for {
		item, stop := c.queue.Get()
		if stop {
			return
		}
		c.queue.Done(item)
		key, ok := item.(string)
		if !ok {
			c.queue.Forget(item)
			continue
		}
		delete(c.pods, key)
	}
}

// The worker unwraps.
type unwraps struct {
	queue workqueue.TypedRateLimitingInterface[any]
	pods  map[string]int
}

func (c *unwraps) register(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) { c.queue.Add(obj) }})
}

func (c *unwraps) work() bool {
	item, stop := c.queue.Get()
	if stop {
		return false
	}
	defer c.queue.Done(item)
	if tombstone, ok := item.(cache.DeletedFinalStateUnknown); ok {
		item = tombstone.Obj
	}
	pod, ok := item.(*corev1.Pod)
	if !ok {
		return true
	}
	delete(c.pods, pod.Name)
	return true
}

// The worker makes a key that knows of tombstones.
type keyed struct {
	queue workqueue.TypedRateLimitingInterface[any]
	pods  map[string]int
}

func (c *keyed) register(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) { c.queue.Add(obj) }})
}

func (c *keyed) work() error {
	item, _ := c.queue.Get()
	defer c.queue.Done(item)
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(item)
	if err != nil {
		return fmt.Errorf("no key: %w", err)
	}
	delete(c.pods, key)
	return nil
}

// Two queues: what the delete handler fills is another's.
type two struct {
	adds, deletes workqueue.TypedRateLimitingInterface[any]
	pods          map[string]int
}

func (c *two) register(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { c.adds.Add(obj) },
		DeleteFunc: func(obj any) { c.deletes.Add(obj) },
	})
}

func (c *two) add() {
	item, _ := c.adds.Get()
	c.pods[item.(*corev1.Pod).Name]++
}

func (c *two) remove() {
	item, _ := c.deletes.Get()
	switch item := item.(type) {
	case *corev1.Pod:
		delete(c.pods, item.Name)
	case cache.DeletedFinalStateUnknown:
		delete(c.pods, item.Key)
	}
}

// A channel is as good as a queue.
type channel struct {
	events chan any
	pods   map[string]int
}

func (c *channel) register(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) { c.events <- obj }}) // want `the assertion to \*corev1.Pod at queued.go:[0-9]+ panics`
}

func (c *channel) work() {
	for event := range c.events {
		delete(c.pods, event.(*corev1.Pod).Name)
	}
}

// A queue that main makes and hands to both: the handler, and the worker's struct.
func run(inf cache.SharedIndexInformer) {
	queue := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[any]())
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		UpdateFunc: func(_, obj any) { queue.Add(obj) },
		DeleteFunc: func(obj any) { enqueue(queue, obj) },
	})
	w := newWorker(queue)
	for w.next() {
	}
}

func enqueue(q workqueue.TypedRateLimitingInterface[any], obj any) {
	q.AddRateLimited(obj) // want `what goes into work queue.* and the assertion to \*corev1.Pod at queued.go:[0-9]+ fails`
}

type worker struct {
	queue workqueue.TypedRateLimitingInterface[any]
	pods  map[string]int
}

func newWorker(queue workqueue.TypedRateLimitingInterface[any]) *worker { return &worker{queue: queue} }

func (w *worker) next() bool {
	item, stop := w.queue.Get()
	if stop {
		return false
	}
	err := func(item any) error {
		defer w.queue.Done(item)
		pod, ok := item.(*corev1.Pod)
		if !ok {
			w.queue.Forget(item)
			return nil
		}
		if err := w.sync(pod); err != nil {
			w.queue.AddRateLimited(item)
			return err
		}
		w.queue.Forget(item)
		return nil
	}(item)
	return err == nil
}

func (w *worker) sync(pod *corev1.Pod) error {
	w.pods[pod.Name]++
	return nil
}
