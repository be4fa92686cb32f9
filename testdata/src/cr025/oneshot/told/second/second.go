// Package second has a worker that is told by another informer than the one it asks.
package second

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	coreinformers "k8s.io/client-go/informers/core/v1"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

type controller struct {
	services listers.ServiceLister
	queue    workqueue.TypedRateLimitingInterface[string]
	orphans  map[string]bool
}

// newController gives handlers to two informers: a Pod says which Service is to be looked at, which may not be there yet.
func newController(services coreinformers.ServiceInformer, pods coreinformers.PodInformer) *controller {
	c := &controller{
		services: services.Lister(),
		queue:    workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()),
		orphans:  map[string]bool{},
	}
	_, _ = services.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.enqueue})
	_, _ = pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		if pod, ok := obj.(*corev1.Pod); ok {
			c.queue.Add(pod.Namespace + "/" + pod.Labels["service"])
		}
	}})
	return c
}

func (c *controller) enqueue(obj any) {
	if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
		c.queue.Add(key)
	}
}

func (c *controller) work() {
	for {
		key, stop := c.queue.Get()
		if stop {
			return
		}
		namespace, name, _ := cache.SplitMetaNamespaceKey(key)
		_, err := c.services.Services(namespace).Get(name)
		c.orphans[key] = err != nil
		c.queue.Done(key)
	}
}

func (c *controller) run(ctx context.Context, factory informers.SharedInformerFactory) {
	factory.Start(ctx.Done())
	go c.work() // want `controller.run starts a worker and nothing has waited .*\[oneshot/unsynced\]`
	<-ctx.Done()
}
