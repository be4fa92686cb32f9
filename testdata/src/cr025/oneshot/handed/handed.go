// Package handed gives listers to helpers before the caches are filled.
package handed

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

func count(pods listers.PodLister) int {
	all, _ := pods.List(labels.Everything())
	return len(all)
}

// The helper reads before the wait.
func helper(ctx context.Context, client kubernetes.Interface) int {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	informer := pods.Informer()
	factory.Start(ctx.Done())
	n := count(pods.Lister()) // want `helper reads a cache that nothing has waited for to fill`
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		return 0
	}
	return n
}

// Here it doesn't.
func waits(ctx context.Context, client kubernetes.Interface) int {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	informer := pods.Informer()
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		return 0
	}
	return count(pods.Lister())
}

type scheduler struct {
	nodes  listers.NodeLister
	synced cache.InformerSynced
	sizes  map[string]int64
}

// The constructor reads it, after its caller has started the informers.
func newScheduler(nodes listers.NodeLister, synced cache.InformerSynced) *scheduler {
	s := &scheduler{nodes: nodes, synced: synced, sizes: map[string]int64{}}
	s.prime()
	return s
}

func (s *scheduler) prime() {
	all, err := s.nodes.List(labels.Everything())
	if err != nil {
		return
	}
	for _, node := range all {
		s.sizes[node.Name] = node.Status.Capacity.Cpu().Value()
	}
}

func (s *scheduler) Run(ctx context.Context) {
	if !cache.WaitForCacheSync(ctx.Done(), s.synced) {
		return
	}
	<-ctx.Done()
}

func run(ctx context.Context, client kubernetes.Interface) {
	factory := informers.NewSharedInformerFactory(client, time.Minute)
	nodes := factory.Core().V1().Nodes()
	synced := nodes.Informer().HasSynced
	factory.Start(ctx.Done())
	s := newScheduler(nodes.Lister(), synced) // want `run reads a cache that nothing has waited for to fill`
	s.Run(ctx)
}

// A lister that is only kept.
type keeper struct{ nodes listers.NodeLister }

func newKeeper(nodes listers.NodeLister) *keeper { return &keeper{nodes} }

func (k *keeper) Run(ctx context.Context, synced cache.InformerSynced) {
	if !cache.WaitForCacheSync(ctx.Done(), synced) {
		return
	}
	_, _ = k.nodes.List(labels.Everything())
}

func keeps(ctx context.Context, client kubernetes.Interface) {
	factory := informers.NewSharedInformerFactory(client, time.Minute)
	nodes := factory.Core().V1().Nodes()
	synced := nodes.Informer().HasSynced
	k := newKeeper(nodes.Lister())
	factory.Start(ctx.Done())
	k.Run(ctx, synced)
}

// The informers are started by others; the wait comes after the helper.
func (s *scheduler) late(ctx context.Context) {
	fill(s, s.nodes) // want `scheduler.late reads a cache before the caches are waited for`
	if !cache.WaitForCacheSync(ctx.Done(), s.synced) {
		return
	}
	<-ctx.Done()
}

func fill(s *scheduler, nodes listers.NodeLister) {
	all, _ := nodes.List(labels.Everything())
	for _, node := range all {
		s.sizes[node.Name] = 1
	}
}

// A worker reads one cache, which is filled, and waits for another, which it starts.
func (s *scheduler) adds(ctx context.Context, factory informers.SharedInformerFactory) {
	all, _ := s.nodes.List(labels.Everything())
	if len(all) == 0 {
		return
	}
	pods := factory.Core().V1().Pods().Informer()
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), pods.HasSynced) {
		return
	}
}

// It was waited for before.
func (s *scheduler) again(ctx context.Context, other cache.InformerSynced) {
	if !cache.WaitForCacheSync(ctx.Done(), s.synced) {
		return
	}
	s.prime()
	if !cache.WaitForCacheSync(ctx.Done(), other) {
		return
	}
}
