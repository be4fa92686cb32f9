// Package lists has two workers of one informer: one looks up what it was told of, the other counts all.
package lists

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	coreinformers "k8s.io/client-go/informers/core/v1"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

type controller struct {
	pods    listers.PodLister
	queue   workqueue.TypedRateLimitingInterface[string]
	started workqueue.TypedRateLimitingInterface[string]
	there   map[string]bool
	all     int
}

func newController(pods coreinformers.PodInformer) *controller {
	c := &controller{
		pods:    pods.Lister(),
		queue:   workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()),
		started: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()),
		there:   map[string]bool{},
	}
	_, _ = pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.enqueue, DeleteFunc: c.enqueue})
	return c
}

func (c *controller) enqueue(obj any) {
	if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
		c.queue.Add(key)
	}
}

func (c *controller) look(key string) {
	namespace, name, _ := cache.SplitMetaNamespaceKey(key)
	_, err := c.pods.Pods(namespace).Get(name)
	c.there[key] = err == nil
}

func (c *controller) work() {
	for {
		key, stop := c.queue.Get()
		if stop {
			return
		}
		c.look(key)
		c.queue.Done(key)
	}
}

// count lists, so that it counts what is there by then.
func (c *controller) count() {
	for {
		key, stop := c.queue.Get()
		if stop {
			return
		}
		pods, _ := c.pods.List(labels.Everything())
		c.all = len(pods)
		c.queue.Done(key)
	}
}

// visit takes what was put on its queue before any event.
func (c *controller) visit() {
	for {
		key, stop := c.started.Get()
		if stop {
			return
		}
		namespace, name, _ := cache.SplitMetaNamespaceKey(key)
		_, err := c.pods.Pods(namespace).Get(name)
		c.there[key] = err == nil
		c.started.Done(key)
	}
}

func (c *controller) run(ctx context.Context, factory informers.SharedInformerFactory, first string) {
	factory.Start(ctx.Done())
	c.started.Add(first)
	go c.work()
	go c.count() // want `controller.run starts a worker and nothing has waited .*\[oneshot/unsynced\]`
	go c.visit() // want `controller.run starts a worker and nothing has waited .*\[oneshot/unsynced\]`
	<-ctx.Done()
}
