package unsynced

import (
	"context"
	"sync"
	"time"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/oneshot/unsynced/barrier"
)

// The workers are started first, and wait for a channel that is closed when the caches have filled.
type gated struct {
	controller
	filled  chan struct{}
	barrier *barrier.Barrier
}

func (g *gated) work(ctx context.Context) {
	select {
	case <-g.filled:
	case <-ctx.Done():
		return
	}
	g.worker(ctx)
}

func (g *gated) run(ctx context.Context, factory informers.SharedInformerFactory) {
	for range 3 {
		go g.work(ctx)
	}
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), g.synced) {
		return
	}
	close(g.filled)
	<-ctx.Done()
}

// So they do behind a barrier of another package.
func (g *gated) pass(ctx context.Context) {
	if g.barrier.Pass(ctx) {
		g.worker(ctx)
	}
}

func runBarrier(ctx context.Context, g *gated, factory informers.SharedInformerFactory) {
	go func() { g.pass(ctx) }()
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), g.synced) {
		return
	}
	g.barrier.Lift()
	<-ctx.Done()
}

// So they do for a group, of which the wait for the caches is one.
func runGroup(ctx context.Context, c *controller, factory informers.SharedInformerFactory) {
	var filling sync.WaitGroup
	filling.Add(1)
	go func() {
		filling.Wait()
		c.worker(ctx)
	}()
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), c.synced) {
		return
	}
	filling.Done()
	<-ctx.Done()
}

// These look, wait for a while, or wait only when they have taken something.
func (g *gated) looks(ctx context.Context) {
	if !g.barrier.IsUp() {
		time.Sleep(time.Second)
	}
	select {
	case <-time.After(time.Second):
	case <-ctx.Done():
		return
	}
	g.worker(ctx)
	<-g.filled
}

func runLooks(ctx context.Context, g *gated, factory informers.SharedInformerFactory) {
	go g.looks(ctx) // want `runLooks starts a worker before the caches are waited for`
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), g.synced) {
		return
	}
	close(g.filled)
}
