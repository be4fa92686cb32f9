// Package tidy clears up after Services, by their lister.
package tidy

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corev1listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// A Broom deletes what no Service needs.
type Broom struct {
	client   kubernetes.Interface
	services corev1listers.ServiceLister
	synced   cache.InformerSynced
	ready    func(context.Context) bool
	tick     time.Duration
}

// New keeps the lister of a factory, and what says whether it has filled.
func New(client kubernetes.Interface, factory informers.SharedInformerFactory) *Broom {
	services := factory.Core().V1().Services()
	return &Broom{client: client, services: services.Lister(), synced: services.Informer().HasSynced, tick: time.Minute}
}

// Filled waits for the lister that it keeps.
func Filled(ctx context.Context, client kubernetes.Interface, factory informers.SharedInformerFactory) *Broom {
	b := New(client, factory)
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), b.synced) {
		return nil
	}
	return b
}

// Asked is given what waits.
func (b *Broom) Asked(ready func(context.Context) bool) *Broom {
	b.ready = ready
	return b
}

// Once deletes the map of a Service that is gone.
func (b *Broom) Once(ctx context.Context) error {
	_, err := b.services.Services("shop").Get("till") // rests
	if !apierrors.IsNotFound(err) {
		return err
	}
	return b.client.CoreV1().ConfigMaps("shop").Delete(ctx, "till", metav1.DeleteOptions{})
}

// Rounds does so each minute, the first time at once, and only tells whether the lister has filled.
func (b *Broom) Rounds(ctx context.Context) error {
	klog.InfoS("begins", "filled", b.synced())
	wait.UntilWithContext(ctx, func(ctx context.Context) {
		if err := b.Once(ctx); err != nil {
			klog.ErrorS(err, "not cleared")
		}
	}, b.tick)
	klog.InfoS("ends", "filled", b.synced())
	return nil
}

// Bound does so with a method that has no way to say what failed.
func (b *Broom) Bound(stop <-chan struct{}) { wait.Until(b.quiet, b.tick, stop) }

func (b *Broom) quiet() {
	all, err := b.services.List(labels.Everything())
	if err == nil && len(all) == 0 {
		_ = b.client.CoreV1().Namespaces().Delete(context.Background(), "shop", metav1.DeleteOptions{})
	}
}

// Ticks has a loop of its own.
func (b *Broom) Ticks(ctx context.Context) {
	ticker := time.NewTicker(b.tick)
	defer ticker.Stop()
	for {
		if err := b.Once(ctx); err != nil {
			klog.ErrorS(err, "not cleared")
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// Fills makes as many as there should be.
func (b *Broom) Fills(ctx context.Context) {
	wait.UntilWithContext(ctx, func(ctx context.Context) {
		all, err := b.services.Services("shop").List(labels.Everything())
		if err != nil {
			return
		}
		for n := len(all); n < 3; n++ {
			made := &corev1.Service{ObjectMeta: metav1.ObjectMeta{GenerateName: "till-"}}
			_, _ = b.client.CoreV1().Services("shop").Create(ctx, made, metav1.CreateOptions{})
		}
	}, b.tick)
}

// Waits waits before the first round.
func (b *Broom) Waits(ctx context.Context) error {
	if !cache.WaitForCacheSync(ctx.Done(), b.synced) {
		return ctx.Err()
	}
	return b.Rounds(ctx)
}

// Polls does so in a loop.
func (b *Broom) Polls(ctx context.Context) error {
	for !b.synced() {
		time.Sleep(time.Second)
	}
	return b.Rounds(ctx)
}

// Skips looks before each round.
func (b *Broom) Skips(ctx context.Context) {
	wait.UntilWithContext(ctx, func(ctx context.Context) {
		if b.synced() {
			_ = b.Once(ctx)
		}
	}, b.tick)
}

// Asks leaves the wait to what it was given.
func (b *Broom) Asks(ctx context.Context) error {
	if !b.ready(ctx) {
		return ctx.Err()
	}
	return b.Rounds(ctx)
}

// Later begins after the first minute.
func (b *Broom) Later(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(b.tick):
			_ = b.Once(ctx)
		}
	}
}

// Polled begins after one too.
func (b *Broom) Polled(ctx context.Context) error {
	return wait.PollUntilContextCancel(ctx, b.tick, false, func(ctx context.Context) (bool, error) {
		return false, b.Once(ctx)
	})
}

// Old deletes what is there and old: what isn't there yet it deletes in another round.
func (b *Broom) Old(ctx context.Context) {
	wait.UntilWithContext(ctx, func(ctx context.Context) {
		all, err := b.services.List(labels.Everything())
		if err != nil {
			return
		}
		for i := range all {
			if time.Since(all[i].CreationTimestamp.Time) > time.Hour {
				_ = b.client.CoreV1().Services("shop").Delete(ctx, all[i].Name, metav1.DeleteOptions{})
			}
		}
	}, b.tick)
}

// Known writes about what there is, and leaves what isn't to another round.
func (b *Broom) Known(ctx context.Context) {
	wait.UntilWithContext(ctx, func(ctx context.Context) {
		service, err := b.services.Services("shop").Get("till")
		if err != nil {
			klog.ErrorS(err, "not there")
			return
		}
		_ = b.client.CoreV1().Pods("shop").Delete(ctx, service.Spec.ClusterIP, metav1.DeleteOptions{})
	}, b.tick)
}

// Handles goes by the lister in its handlers only.
func (b *Broom) Handles(ctx context.Context, informer cache.SharedIndexInformer) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(any) {
		if _, err := b.services.Services("shop").Get("till"); err != nil {
			klog.ErrorS(err, "gone")
		}
	}})
	<-ctx.Done()
	return err
}
