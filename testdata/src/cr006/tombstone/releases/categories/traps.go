package categories

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// right has what comes close to the bug of each category, and is right.
func (c *controller) right(inf cache.SharedIndexInformer) {
	for _, gone := range []func(interface{}){
		c.switches, c.checksNil, c.dropsNothing, c.bothForms, c.checksInner, c.opensIt, c.keysOf,
	} {
		inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: gone})
	}
	inf.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj interface{}) bool {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			pod, ok := obj.(*corev1.Pod)
			return ok && pod.Spec.NodeName != ""
		},
		Handler: cache.ResourceEventHandlerFuncs{DeleteFunc: c.unwraps},
	})
}

// No panic: each type has its arm.
func (c *controller) switches(obj interface{}) {
	switch o := obj.(type) {
	case *corev1.Pod:
		delete(c.known, o.Name)
	case cache.DeletedFinalStateUnknown:
		delete(c.known, o.Key)
	}
}

// No nil dereference: nil is what the tombstone is recognised by.
func (c *controller) checksNil(obj interface{}) {
	pod, _ := obj.(*corev1.Pod)
	if pod == nil {
		if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
			c.queue.Add(key)
		}
		return
	}
	c.queue.Add(pod.Namespace + "/" + pod.Name)
}

// Nothing lost: what is no Pod is queued by its key.
func (c *controller) dropsNothing(obj interface{}) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			c.queue.Add(tombstone.Key)
		}
		return
	}
	c.queue.Add(pod.Namespace + "/" + pod.Name)
}

// The value as well as the pointer.
func (c *controller) bothForms(obj interface{}) {
	switch o := obj.(type) {
	case cache.DeletedFinalStateUnknown:
		obj = o.Obj
	case *cache.DeletedFinalStateUnknown:
		obj = o.Obj
	}
	if pod, ok := obj.(*corev1.Pod); ok {
		c.queue.Add(pod.Name)
	}
}

// What is in the tombstone is looked at.
func (c *controller) checksInner(obj interface{}) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		pod, ok := tombstone.Obj.(*corev1.Pod)
		if !ok {
			c.queue.Add(tombstone.Key)
			return
		}
		obj = pod
	}
	c.queue.Add(obj.(*corev1.Pod).Name)
}

// The object is what is used of the tombstone.
func (c *controller) opensIt(obj interface{}) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	key, err := cache.MetaNamespaceKeyFunc(obj)
	if err != nil {
		return
	}
	c.queue.Add(key)
}

// A key for everything.
func (c *controller) keysOf(obj interface{}) {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		return
	}
	c.queue.Add(key)
}
