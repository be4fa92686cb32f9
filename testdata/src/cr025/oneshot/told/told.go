// Package told has a worker that needs no cache to be filled.
package told

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// mirror looks up what the one informer has told of, which that has stored before: nothing is missed. It is like skupper
// internal/kube/flow/controller.go and internal/kube/adaptor/collector.go:113.
type mirror struct {
	pods  cache.Store
	queue workqueue.TypedRateLimitingInterface[told]
	seen  map[string]*corev1.Pod
}

// told is an item of a queue.
type told struct{ key, kind string }

type settings struct{ informer cache.SharedIndexInformer }

func newMirror(with settings) *mirror {
	m := &mirror{
		pods:  with.informer.GetStore(),
		queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[told]()),
		seen:  map[string]*corev1.Pod{},
	}
	_, _ = with.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { m.enqueue(obj) },
		UpdateFunc: func(_, obj any) { m.enqueue(obj) },
		DeleteFunc: m.gone,
	})
	return m
}

func (m *mirror) enqueue(obj any) {
	if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
		m.queue.Add(told{key: key, kind: "Pod"})
	}
}

func (m *mirror) gone(obj any) {
	if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
		m.queue.Add(told{key: key, kind: "Pod"})
	}
}

func (m *mirror) sync(item told) error {
	obj, there, err := m.pods.GetByKey(item.key)
	if err != nil {
		return err
	}
	delete(m.seen, item.key)
	if there {
		m.seen[item.key] = obj.(*corev1.Pod)
	}
	return nil
}

func (m *mirror) run(ctx context.Context, informer cache.SharedIndexInformer) {
	go informer.Run(ctx.Done())
	go func() {
		for {
			item, stop := m.queue.Get()
			if stop {
				return
			}
			if err := m.sync(item); err != nil {
				m.queue.AddRateLimited(item)
			}
			m.queue.Done(item)
		}
	}()
	<-ctx.Done()
}
