package unsynced

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// A tally is kept for each namespace.
type tally struct {
	namespace string
	pods      int
}

// ledger keeps its tallies in a store of its own, which no informer fills: it is as full as it will be at any time.
type ledger struct {
	tallies cache.Store
	queue   workqueue.TypedInterface[string]
}

func newLedger() *ledger {
	return &ledger{
		tallies: cache.NewStore(func(obj any) (string, error) { return obj.(*tally).namespace, nil }),
		queue:   workqueue.NewTyped[string](),
	}
}

func (l *ledger) count(namespace string) error {
	obj, known, err := l.tallies.GetByKey(namespace)
	if err != nil {
		return err
	}
	pods := 1
	if known {
		pods += obj.(*tally).pods
	}
	return l.tallies.Update(&tally{namespace, pods})
}

func (l *ledger) work() {
	for {
		namespace, stop := l.queue.Get()
		if stop {
			return
		}
		_ = l.count(namespace)
		l.queue.Done(namespace)
	}
}

func (l *ledger) run(ctx context.Context, factory informers.SharedInformerFactory) {
	factory.Start(ctx.Done())
	go l.work()
	<-ctx.Done()
}

// index is like the ledger, and its store is the informer's.
type index struct {
	pods  cache.Store
	queue workqueue.TypedInterface[string]
}

func newIndex(factory informers.SharedInformerFactory) *index {
	return &index{pods: factory.Core().V1().Pods().Informer().GetStore(), queue: workqueue.NewTyped[string]()}
}

func (i *index) work() {
	for {
		key, stop := i.queue.Get()
		if stop {
			return
		}
		if _, there, err := i.pods.GetByKey(key); err == nil && !there {
			i.queue.Add("gone/" + key)
		}
		i.queue.Done(key)
	}
}

func (i *index) run(ctx context.Context, factory informers.SharedInformerFactory) {
	factory.Start(ctx.Done())
	go i.work() // want `index.run starts a worker and nothing has waited .*\[oneshot/unsynced\]`
	<-ctx.Done()
}

func (i *index) runMended(ctx context.Context, factory informers.SharedInformerFactory) {
	factory.Start(ctx.Done())
	for _, synced := range factory.WaitForCacheSync(ctx.Done()) {
		if !synced {
			return
		}
	}
	go i.work()
	<-ctx.Done()
}
