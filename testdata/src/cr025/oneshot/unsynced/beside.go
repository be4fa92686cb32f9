package unsynced

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func made(factory informers.SharedInformerFactory) *controller {
	return &controller{pods: factory.Core().V1().Pods().Lister()}
}

// One goroutine works while another one waits.
func beside(ctx context.Context, client kubernetes.Interface) error {
	factory := informers.NewSharedInformerFactory(client, 0)
	c := made(factory)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { // want `beside starts a worker beside the goroutine that waits for the caches.*\[oneshot/unsynced\]`
		c.worker(ctx)
		return nil
	})
	group.Go(func() error { // rests
		factory.Start(ctx.Done())
		if !filled(ctx, factory) {
			return ctx.Err()
		}
		<-ctx.Done()
		return nil
	})
	return group.Wait()
}

// So it is whichever comes first, and whoever has them.
type both struct {
	controller
	factory informers.SharedInformerFactory
}

func (b *both) fill(ctx context.Context) {
	b.factory.Start(ctx.Done())
	if filled(ctx, b.factory) {
		println("filled")
	}
}

func (b *both) run(ctx context.Context) {
	go b.fill(ctx)
	go b.worker(ctx) // want `both.run starts a worker beside the goroutine that waits for the caches.*\[oneshot/unsynced\]`
	<-ctx.Done()
}

// The wait comes before both.
func besideMended(ctx context.Context, client kubernetes.Interface) error {
	factory := informers.NewSharedInformerFactory(client, 0)
	c := made(factory)
	factory.Start(ctx.Done())
	if !filled(ctx, factory) {
		return ctx.Err()
	}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		c.worker(ctx)
		return nil
	})
	group.Go(func() error {
		<-ctx.Done()
		factory.Shutdown()
		return nil
	})
	return group.Wait()
}

// One goroutine tells the other when it may begin.
func besideTold(ctx context.Context, client kubernetes.Interface) error {
	factory := informers.NewSharedInformerFactory(client, 0)
	c := made(factory)
	begin := make(chan struct{})
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		<-begin
		c.worker(ctx)
		return nil
	})
	group.Go(func() error {
		factory.Start(ctx.Done())
		if filled(ctx, factory) {
			close(begin)
		}
		return nil
	})
	return group.Wait()
}

// The function waits for the one before it starts the other.
func besideJoined(ctx context.Context, client kubernetes.Interface) {
	factory := informers.NewSharedInformerFactory(client, 0)
	c := made(factory)
	var filling sync.WaitGroup
	filling.Go(func() {
		factory.Start(ctx.Done())
		_ = filled(ctx, factory)
	})
	filling.Wait()
	go c.worker(ctx)
	<-ctx.Done()
}

// What the goroutine waits for are informers of others.
func besideOthers(ctx context.Context, client kubernetes.Interface, c *controller) error {
	factory := informers.NewSharedInformerFactory(client, 0)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		c.worker(ctx)
		return nil
	})
	group.Go(func() error {
		factory.Start(ctx.Done())
		if !filled(ctx, factory) {
			return ctx.Err()
		}
		return nil
	})
	return group.Wait()
}

// Somebody is asked first, who may wait.
type turn interface{ Come(context.Context) error }

func besideAsked(ctx context.Context, client kubernetes.Interface, turn turn) error {
	factory := informers.NewSharedInformerFactory(client, 0)
	c := made(factory)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		if err := turn.Come(ctx); err != nil {
			return err
		}
		c.worker(ctx)
		return nil
	})
	group.Go(func() error {
		factory.Start(ctx.Done())
		if !filled(ctx, factory) {
			return ctx.Err()
		}
		return nil
	})
	return group.Wait()
}
