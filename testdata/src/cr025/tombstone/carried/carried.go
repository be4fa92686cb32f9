// Package carried has delete functions that hand on what they know of the object in a struct.
package carried

import (
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
)

type event struct {
	what            string
	namespace, name string
}

type controller struct {
	queue workqueue.TypedRateLimitingInterface[event]
}

func (c *controller) push(e event) {
	klog.V(1).InfoS("queued", "event", e)
	c.queue.Add(e)
}

func (c *controller) pushed(e *event) { c.queue.Add(*e) }

func (c *controller) enqueue(obj any, what string) {
	object, err := meta.Accessor(obj) // want `meta.Accessor returns an error when the informer missed the delete`
	if err != nil {
		klog.ErrorS(err, "no object", "what", what)
		return
	}
	c.push(event{what, object.GetNamespace(), object.GetName()})
}

// handlers returns those that fail.
func (c *controller) handlers() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { c.enqueue(obj, "added") },
		DeleteFunc: func(obj any) { c.enqueue(obj, "deleted") },
	}
}

func start(c *controller, informer cache.SharedIndexInformer) error {
	_, err := informer.AddEventHandler(c.handlers())
	return err
}

func byPointer(c *controller) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		object, err := meta.Accessor(obj) // want `meta.Accessor returns an error when the informer missed the delete`
		if err != nil {
			return
		}
		c.pushed(&event{"deleted", object.GetNamespace(), object.GetName()})
	}}
}

// mended unwraps the object.
func mended(c *controller) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if last, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			obj = last.Obj
		}
		object, err := meta.Accessor(obj)
		if err != nil {
			return
		}
		c.push(event{"deleted", object.GetNamespace(), object.GetName()})
	}}
}

// woken only says that something was deleted, and says it of a tombstone, too.
func woken(c *controller) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if _, err := meta.Accessor(obj); err != nil {
			c.push(event{what: "lost"})
			return
		}
		c.push(event{what: "deleted"})
	}}
}
