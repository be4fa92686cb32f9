package unsynced

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

func (c *controller) run(ctx context.Context, factory informers.SharedInformerFactory) {
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), c.synced) {
		return
	}
	go wait.UntilWithContext(ctx, c.worker, time.Second)
	<-ctx.Done()
}

// What is started waits itself.
func start(ctx context.Context, c *controller, factory informers.SharedInformerFactory) {
	factory.Start(ctx.Done())
	go c.run(ctx, factory)
}

// The wait is in a function of its own, or a loop.
func (c *controller) ready(ctx context.Context) bool {
	return cache.WaitForNamedCacheSync("pods", ctx.Done(), c.synced)
}

func (c *controller) runReady(ctx context.Context, factory informers.SharedInformerFactory) {
	factory.Start(ctx.Done())
	if c.ready(ctx) {
		go c.worker(ctx)
	}
}

func polls(ctx context.Context, inf cache.SharedIndexInformer) []any {
	go inf.Run(ctx.Done())
	for !inf.HasSynced() {
		time.Sleep(time.Millisecond)
	}
	return inf.GetIndexer().List()
}

func waits(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	lister := factory.Core().V1().Pods().Lister()
	factory.Start(ctx.Done())
	for _, synced := range factory.WaitForCacheSync(ctx.Done()) {
		if !synced {
			return 0, ctx.Err()
		}
	}
	pods, err := lister.List(labels.Everything())
	return len(pods), err
}

// A worker that reads no cache need not wait.
func (c *controller) counter(ctx context.Context) {
	for {
		key, stop := c.queue.Get()
		if stop {
			return
		}
		c.queue.Done(key)
	}
}

func (c *controller) runCounter(ctx context.Context, factory informers.SharedInformerFactory) {
	factory.Start(ctx.Done())
	go c.counter(ctx)
}

// Second wait, for another cache.
func (c *controller) phases(ctx context.Context, other cache.InformerSynced) {
	if !cache.WaitForCacheSync(ctx.Done(), c.synced) {
		return
	}
	go c.worker(ctx)
	if !cache.WaitForCacheSync(ctx.Done(), other) {
		return
	}
	<-ctx.Done()
}

// fleet has informers for each of several clusters.
type fleet struct {
	controller
	clusters map[string]informers.SharedInformerFactory
}

func (f *fleet) of(cluster string) informers.SharedInformerFactory { return f.clusters[cluster] }

// What it waits for are the informers of the cluster that it has just read of.
func (f *fleet) join(ctx context.Context, cluster string) error {
	if _, err := f.pods.Pods("clusters").Get(cluster); err != nil {
		return err
	}
	member := f.of(cluster)
	for _, synced := range member.WaitForCacheSync(ctx.Done()) {
		if !synced {
			return ctx.Err()
		}
	}
	return nil
}

// A group is the informers of one namespace.
type group struct {
	synced []cache.InformerSynced
	stop   chan struct{}
}

// A grouped controller has a store of its own, and groups that come later.
type grouped struct {
	namespaces cache.Store
	groups     map[string]*group
}

func (g *grouped) known(namespace string) *group { return g.groups[namespace] }

func (g *grouped) begun(namespace string) *group {
	made := &group{stop: make(chan struct{})}
	g.groups[namespace] = made
	return made
}

// What is waited for is the group, which is not what is read before.
func (g *grouped) enter(namespace string) bool {
	if _, exists, err := g.namespaces.GetByKey(namespace); err != nil || !exists {
		return false
	}
	in := g.known(namespace)
	if in == nil {
		in = g.begun(namespace)
	}
	return cache.WaitForCacheSync(in.stop, in.synced...)
}
