// Package queues has handlers that fill a queue of strings.
package queues

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

type controller struct {
	queue workqueue.TypedRateLimitingInterface[string]
}

func (c *controller) handlers(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.loses})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.misses})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.unwraps})
}

func (c *controller) loses(obj interface{}) {
	pod, ok := obj.(*corev1.Pod) // want `Pod.*\[tombstone/lost\]`
	if !ok {
		return
	}
	c.queue.Add(pod.Name)
}

func (c *controller) misses(obj interface{}) {
	key, err := cache.MetaNamespaceKeyFunc(obj) // want `MetaNamespaceKeyFunc.*\[tombstone/key\]`
	if err != nil {
		return
	}
	c.queue.Add(key)
}

func (c *controller) unwraps(obj interface{}) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	if pod, ok := obj.(*corev1.Pod); ok {
		c.queue.Add(pod.Name)
	}
}
