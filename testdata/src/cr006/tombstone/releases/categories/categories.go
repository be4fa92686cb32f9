// Package categories has one bug of each category, and traps.
package categories

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	ctrlcache "sigs.k8s.io/controller-runtime/pkg/cache"
)

type controller struct {
	queue workqueue.RateLimitingInterface
	known map[string]bool
}

func (c *controller) bugs(inf cache.SharedIndexInformer, managed ctrlcache.Informer, lw cache.ListerWatcher) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.asserts})
	inf.AddEventHandlerWithResyncPeriod(cache.ResourceEventHandlerFuncs{DeleteFunc: c.loses}, 0)
	managed.AddEventHandler(&cache.ResourceEventHandlerFuncs{DeleteFunc: c.misses})
	managed.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj interface{}) bool {
			pod, ok := obj.(*corev1.Pod) // want `Pod.*\[tombstone/filter\]`
			return ok && pod.Spec.NodeName != ""
		},
		Handler: cache.ResourceEventHandlerFuncs{DeleteFunc: c.unwraps},
	})
	_, informer := cache.NewInformer(lw, &corev1.Pod{}, 0, cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj interface{}) {
			pod, _ := obj.(*corev1.Pod) // want `Pod.*\[tombstone/nilderef\]`
			delete(c.known, pod.Name)
		},
	})
	go informer.Run(nil)
	cache.NewIndexerInformer(lw, &corev1.Pod{}, 0, cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj interface{}) {
			if tombstone, ok := obj.(*cache.DeletedFinalStateUnknown); ok { // want `\[tombstone/pointer\]`
				obj = tombstone.Obj
			}
			if pod, ok := obj.(*corev1.Pod); ok {
				c.queue.Add(pod.Name)
			}
		},
	}, nil)
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj interface{}) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				c.queue.Add(tombstone.Obj.(*corev1.Pod).Name) // want `Pod.*\[tombstone/inner\]`
				return
			}
			c.queue.Add(obj.(*corev1.Pod).Name)
		},
	})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj interface{}) {
			if _, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = obj.(*corev1.Pod) // want `Pod.*\[tombstone/wrongunwrap\]`
			}
			c.queue.Add(obj.(*corev1.Pod).Name)
		},
	})
}

func (c *controller) asserts(obj interface{}) {
	delete(c.known, obj.(*corev1.Pod).Name) // want `Pod.*\[tombstone/panic\]`
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

// traps has what looks like the bugs and is right.
func (c *controller) traps(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj interface{}) { c.queue.Add(obj.(*corev1.Pod).Name) },
		DeleteFunc: func(obj interface{}) {
			key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
			if err == nil {
				c.queue.Add(key)
			}
		},
	})
	inf.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj interface{}) bool { _, ok := obj.(*corev1.Pod); return ok },
		Handler:    cache.ResourceEventHandlerFuncs{AddFunc: c.asserts},
	})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(interface{}) { c.queue.Add("all") },
	})
}
