// Package unsynced has controllers that start workers, or read caches, before
// these are filled, and their mended twins.
package unsynced

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

type controller struct {
	queue  workqueue.TypedRateLimitingInterface[string]
	pods   listers.PodLister
	synced cache.InformerSynced
}

func (c *controller) worker(ctx context.Context) {
	for c.next(ctx) {
	}
}

func (c *controller) next(ctx context.Context) bool {
	key, stop := c.queue.Get()
	if stop {
		return false
	}
	defer c.queue.Done(key)
	ns, name, _ := cache.SplitMetaNamespaceKey(key)
	_, err := c.pods.Pods(ns).Get(name)
	return err == nil
}

// The wait comes after the workers.
func (c *controller) runLate(ctx context.Context) {
	go wait.UntilWithContext(ctx, c.worker, time.Second) // want `controller.runLate starts a worker before the caches are waited for: .*\[oneshot/unsynced\]`
	if !cache.WaitForCacheSync(ctx.Done(), c.synced) {
		return
	}
	<-ctx.Done()
}

// Nothing waits.
func (c *controller) runNever(ctx context.Context, factory informers.SharedInformerFactory) {
	factory.Start(ctx.Done())
	for range 2 {
		go c.worker(ctx) // want `controller.runNever starts a worker and nothing has waited .*\[oneshot/unsynced\]`
	}
	<-ctx.Done()
}

// The lister is read right after the start.
func lists(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	lister := factory.Core().V1().Pods().Lister()
	factory.Start(ctx.Done())
	pods, err := lister.List(labels.Everything()) // want `lists reads a cache that nothing has waited for to fill: .*\[oneshot/unsynced\]`
	return len(pods), err
}

func indexed(ctx context.Context, inf cache.SharedIndexInformer) []any {
	go inf.Run(ctx.Done())
	return inf.GetIndexer().List() // want `indexed reads a cache.*\[oneshot/unsynced\]`
}

// Only on one way.
func (c *controller) sometimes(ctx context.Context, factory informers.SharedInformerFactory, hurry bool) {
	factory.Start(ctx.Done())
	if !hurry {
		if !cache.WaitForCacheSync(ctx.Done(), c.synced) {
			return
		}
	}
	go c.worker(ctx) // want `\[oneshot/unsynced\]`
}

// Nobody asks how the wait ended.
func (c *controller) ignores(ctx context.Context, factory informers.SharedInformerFactory) {
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())             // want `controller.ignores goes on when the wait .*\[oneshot/ignored\]`
	_ = cache.WaitForCacheSync(ctx.Done(), c.synced) // want `\[oneshot/ignored\]`
	go c.worker(ctx)
}
