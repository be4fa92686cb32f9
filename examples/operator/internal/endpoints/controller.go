// Package endpoints counts the ready endpoints of Websites.
package endpoints

import (
	"context"
	"fmt"
	"sync"

	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/informers"
	listers "k8s.io/client-go/listers/discovery/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"

	"github.com/ctrllint/ctrllint/examples/operator/internal/kubeutil"
)

// Controller keeps the number of ready endpoints of each EndpointSlice, and tells when a Website's changed.
type Controller struct {
	lister listers.EndpointSliceLister
	synced cache.InformerSynced
	queue  workqueue.TypedRateLimitingInterface[string]
	notify func(site types.NamespacedName)

	mu    sync.RWMutex
	slice map[string]count // by key of the EndpointSlice
}

type count struct {
	site  types.NamespacedName
	ready int32
}

// NewController returns a controller that the factory's EndpointSlice informer feeds and that calls notify when the
// endpoints of a Website changed.
func NewController(factory informers.SharedInformerFactory, notify func(types.NamespacedName)) (*Controller, error) {
	informer := factory.Discovery().V1().EndpointSlices()
	c := &Controller{
		lister: informer.Lister(),
		synced: informer.Informer().HasSynced,
		queue:  workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()),
		notify: notify,
		slice:  map[string]count{},
	}
	_, err := informer.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    c.enqueue,
		UpdateFunc: func(_, newObj any) { c.enqueue(newObj) },
		DeleteFunc: c.enqueue,
	})
	return c, err
}

// Ready returns the number of ready endpoints of a Website.
func (c *Controller) Ready(site types.NamespacedName) int32 {
	c.mu.RLock()
	defer c.mu.RUnlock()
	var sum int32
	for _, n := range c.slice {
		if n.site == site {
			sum += n.ready
		}
	}
	return sum
}

// Start works off the queue until the context ends.
func (c *Controller) Start(ctx context.Context) error {
	defer utilruntime.HandleCrash()
	if !cache.WaitForCacheSync(ctx.Done(), c.synced) {
		return fmt.Errorf("waiting for EndpointSlices: %w", ctx.Err())
	}
	go func() {
		<-ctx.Done()
		c.queue.ShutDown()
	}()
	for c.next(ctx) {
	}
	return nil
}

func (c *Controller) enqueue(obj any) {
	key, err := cache.MetaNamespaceKeyFunc(obj)
	if err != nil {
		utilruntime.HandleError(err)
		return
	}
	c.queue.Add(key)
}

func (c *Controller) next(ctx context.Context) bool {
	key, shutdown := c.queue.Get()
	if shutdown {
		return false
	}
	defer c.queue.Done(key)
	if err := c.sync(key); err != nil {
		utilruntime.HandleErrorWithContext(ctx, err, "syncing EndpointSlice", "key", key)
		c.queue.AddRateLimited(key)
		return true
	}
	c.queue.Forget(key)
	return true
}

func (c *Controller) sync(key string) error {
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return err
	}
	slice, err := c.lister.EndpointSlices(namespace).Get(name)
	if apierrors.IsNotFound(err) {
		c.mu.Lock()
		old, ok := c.slice[key]
		delete(c.slice, key)
		c.mu.Unlock()
		if ok {
			c.notify(old.site)
		}
		return nil
	}
	if err != nil {
		return err
	}
	now := count{site: kubeutil.WebsiteOf(slice), ready: readyOf(slice)}
	c.mu.Lock()
	old := c.slice[key]
	c.slice[key] = now
	c.mu.Unlock()
	if old != now {
		c.notify(now.site)
	}
	if old.site != now.site {
		c.notify(old.site)
	}
	return nil
}

func readyOf(slice *discoveryv1.EndpointSlice) int32 {
	var n int32
	for _, e := range slice.Endpoints {
		if e.Conditions.Ready == nil || *e.Conditions.Ready {
			n++
		}
	}
	return n
}
