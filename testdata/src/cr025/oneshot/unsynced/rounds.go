package unsynced

import (
	"context"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corev1listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/oneshot/unsynced/tidy"
)

// What another package does again and again it does at once, by the lister of a factory that was just started.
func sweeps(ctx context.Context, client kubernetes.Interface) error {
	factory := informers.NewSharedInformerFactory(client, 0)
	broom := tidy.New(client, factory)
	factory.Start(ctx.Done()) // rests
	return broom.Rounds(ctx)  // want `sweeps reads a cache that nothing has waited for to fill: .*\[oneshot/unsynced\]`
}

func sweepsBound(ctx context.Context, client kubernetes.Interface) {
	factory := informers.NewSharedInformerFactory(client, 0)
	broom := tidy.New(client, factory)
	factory.Start(ctx.Done())
	broom.Bound(ctx.Done()) // want `sweepsBound reads a cache that nothing has waited for to fill: .*\[oneshot/unsynced\]`
}

func sweepsTicking(ctx context.Context, client kubernetes.Interface) {
	factory := informers.NewSharedInformerFactory(client, 0)
	broom := tidy.New(client, factory)
	factory.Start(ctx.Done())
	broom.Ticks(ctx) // want `sweepsTicking reads a cache that nothing has waited for to fill: .*\[oneshot/unsynced\]`
}

func sweepsOnce(ctx context.Context, client kubernetes.Interface) error {
	factory := informers.NewSharedInformerFactory(client, 0)
	broom := tidy.New(client, factory)
	factory.Start(ctx.Done())
	return broom.Once(ctx) // want `sweepsOnce reads a cache that nothing has waited for to fill: .*\[oneshot/unsynced\]`
}

func counts(ctx context.Context, client kubernetes.Interface) {
	factory := informers.NewSharedInformerFactory(client, 0)
	broom := tidy.New(client, factory)
	factory.Start(ctx.Done())
	broom.Fills(ctx) // want `counts reads a cache that nothing has waited for to fill: .*\[oneshot/unsynced\]`
}

// It does so in a goroutine, and the wait comes after that.
func sweepsBeside(ctx context.Context, client kubernetes.Interface) {
	factory := informers.NewSharedInformerFactory(client, 0)
	broom := tidy.New(client, factory)
	factory.Start(ctx.Done())
	go broom.Ticks(ctx) // want `sweepsBeside starts what goes by a cache before the caches are waited for: .*\[oneshot/unsynced\]`
	if filled(ctx, factory) {
		<-ctx.Done()
	}
}

// The loop of an ownBroom is in this package.
type ownBroom struct {
	client kubernetes.Interface
	nodes  corev1listers.NodeLister
	synced cache.InformerSynced
}

func newOwnBroom(client kubernetes.Interface, factory informers.SharedInformerFactory) *ownBroom {
	nodes := factory.Core().V1().Nodes()
	return &ownBroom{client: client, nodes: nodes.Lister(), synced: nodes.Informer().HasSynced}
}

func (b *ownBroom) rounds(ctx context.Context, told func(...any)) {
	wait.UntilWithContext(ctx, b.round, time.Minute)
	told("filled", b.synced())
}

func (b *ownBroom) round(ctx context.Context) {
	if _, err := b.nodes.Get("first"); err != nil {
		_ = b.client.CoreV1().Pods("shop").Delete(ctx, "first", metav1.DeleteOptions{})
	}
}

func sweepsHere(ctx context.Context, client kubernetes.Interface, told func(...any)) {
	factory := informers.NewSharedInformerFactory(client, 0)
	broom := newOwnBroom(client, factory)
	factory.Start(ctx.Done())
	broom.rounds(ctx, told) // want `sweepsHere reads a cache that nothing has waited for to fill: .*\[oneshot/unsynced\]`
}

// The caches are waited for before, here or there.
func sweepsMended(ctx context.Context, client kubernetes.Interface, told func(...any)) {
	factory := informers.NewSharedInformerFactory(client, 0)
	broom, own := tidy.New(client, factory), newOwnBroom(client, factory)
	factory.Start(ctx.Done())
	if !filled(ctx, factory) {
		return
	}
	go broom.Ticks(ctx)
	go func() { _ = broom.Rounds(ctx) }()
	own.rounds(ctx, told)
}

func sweepsFilled(ctx context.Context, client kubernetes.Interface) error {
	factory := informers.NewSharedInformerFactory(client, 0)
	broom := tidy.Filled(ctx, client, factory)
	factory.Core().V1().Pods().Informer()
	factory.Start(ctx.Done())
	if broom == nil {
		return ctx.Err()
	}
	return broom.Rounds(ctx)
}

func sweepsWaiting(ctx context.Context, client kubernetes.Interface) error {
	factory := informers.NewSharedInformerFactory(client, 0)
	broom := tidy.New(client, factory)
	factory.Start(ctx.Done())
	return broom.Waits(ctx)
}

func sweepsPolling(ctx context.Context, client kubernetes.Interface) error {
	factory := informers.NewSharedInformerFactory(client, 0)
	broom := tidy.New(client, factory)
	factory.Start(ctx.Done())
	return broom.Polls(ctx)
}

func sweepsSkipping(ctx context.Context, client kubernetes.Interface) {
	factory := informers.NewSharedInformerFactory(client, 0)
	broom := tidy.New(client, factory)
	factory.Start(ctx.Done())
	broom.Skips(ctx)
}

func sweepsAsked(ctx context.Context, client kubernetes.Interface) error {
	factory := informers.NewSharedInformerFactory(client, 0)
	broom := tidy.New(client, factory).Asked(func(ctx context.Context) bool { return filled(ctx, factory) })
	factory.Start(ctx.Done())
	return broom.Asks(ctx)
}

func sweepsLater(ctx context.Context, client kubernetes.Interface) {
	factory := informers.NewSharedInformerFactory(client, 0)
	broom := tidy.New(client, factory)
	factory.Start(ctx.Done())
	broom.Later(ctx)
}

func sweepsPolled(ctx context.Context, client kubernetes.Interface) error {
	factory := informers.NewSharedInformerFactory(client, 0)
	broom := tidy.New(client, factory)
	factory.Start(ctx.Done())
	return broom.Polled(ctx)
}

// What isn't there yet is left to another round, or to the handlers.
func sweepsAway(ctx context.Context, client kubernetes.Interface, which int) error {
	factory := informers.NewSharedInformerFactory(client, 0)
	broom := tidy.New(client, factory)
	factory.Start(ctx.Done())
	switch which {
	case 0:
		broom.Old(ctx)
	case 1:
		broom.Known(ctx)
	}
	return broom.Handles(ctx, factory.Core().V1().Services().Informer())
}
