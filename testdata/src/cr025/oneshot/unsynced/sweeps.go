package unsynced

import (
	"context"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type sweeper struct {
	client kubernetes.Interface
	pods   listers.PodLister
	synced cache.InformerSynced
	seen   int
}

// sweep deletes the claims that no Pod has.
func (s *sweeper) sweep(ctx context.Context) {
	pods, err := s.pods.List(labels.Everything())
	if err == nil && len(pods) == 0 {
		_ = s.client.CoreV1().PersistentVolumeClaims("shop").Delete(ctx, "till", metav1.DeleteOptions{})
	}
}

func (s *sweeper) never(ctx context.Context, factory informers.SharedInformerFactory) {
	factory.Start(ctx.Done())
	go wait.UntilWithContext(ctx, s.sweep, time.Minute) // want `sweeper.never starts what goes by a cache and nothing has waited .*\[oneshot/unsynced\]`
	<-ctx.Done()
}

func (s *sweeper) late(ctx context.Context) {
	go s.sweep(ctx) // want `sweeper.late starts what goes by a cache before the caches are waited for: .*\[oneshot/unsynced\]`
	if !cache.WaitForCacheSync(ctx.Done(), s.synced) {
		return
	}
	<-ctx.Done()
}

func (s *sweeper) mended(ctx context.Context, factory informers.SharedInformerFactory) {
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), s.synced) {
		return
	}
	go wait.UntilWithContext(ctx, s.sweep, time.Minute)
	<-ctx.Done()
}

// paused begins after a minute, when the caches have long been filled.
func (s *sweeper) paused(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Minute):
			s.sweep(ctx)
		}
	}
}

// sleepy does so too.
func (s *sweeper) sleepy(ctx context.Context) {
	time.Sleep(time.Minute)
	s.sweep(ctx)
}

// waits waits itself.
func (s *sweeper) waits(ctx context.Context) {
	if cache.WaitForCacheSync(ctx.Done(), s.synced) {
		s.sweep(ctx)
	}
}

// count only counts.
func (s *sweeper) count(context.Context) {
	pods, err := s.pods.List(labels.Everything())
	if err == nil {
		s.seen = len(pods)
	}
}

func (s *sweeper) right(ctx context.Context, factory informers.SharedInformerFactory) {
	factory.Start(ctx.Done())
	go s.paused(ctx)
	go s.sleepy(ctx)
	go s.waits(ctx)
	go wait.UntilWithContext(ctx, s.count, time.Minute)
	go func() {
		_ = wait.PollUntilContextCancel(ctx, time.Minute, false, func(ctx context.Context) (bool, error) {
			s.sweep(ctx)
			return false, nil
		})
	}()
	<-ctx.Done()
}
