package unsynced

import (
	"context"
	"errors"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/oneshot/unsynced/roster"
)

// What waits is called by another package, for each of the informers; kubestellar/kubestellar
// pkg/binding/binding-controller.go line 478 at 1c28a8a1e.
func eachWaits(ctx context.Context, c *controller, factory informers.SharedInformerFactory, all roster.Informers) error {
	factory.Start(ctx.Done())
	err := all.Each(func(_ string, informer cache.SharedIndexInformer) error {
		if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
			return errors.New("not filled")
		}
		return nil
	})
	if err != nil {
		return err
	}
	go wait.UntilWithContext(ctx, c.worker, time.Second)
	return nil
}

// So it is where a helper has them called.
func wholeWait(ctx context.Context, all roster.Informers) error {
	return all.Each(func(_ string, informer cache.SharedIndexInformer) error {
		for !informer.HasSynced() {
			time.Sleep(time.Second)
		}
		return ctx.Err()
	})
}

func helperWaits(ctx context.Context, c *controller, factory informers.SharedInformerFactory, all roster.Informers) {
	factory.Start(ctx.Done())
	if wholeWait(ctx, all) == nil {
		go c.worker(ctx)
	}
}

// What is called for each only counts them.
func eachCounts(ctx context.Context, c *controller, factory informers.SharedInformerFactory, all roster.Informers) (n int, err error) {
	factory.Start(ctx.Done())
	err = all.Each(func(string, cache.SharedIndexInformer) error {
		n++
		return nil
	})
	go wait.UntilWithContext(ctx, c.worker, time.Second) // want `eachCounts starts a worker and nothing has waited for the caches to fill`
	return n, err
}
