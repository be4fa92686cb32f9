package controller

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/tombstone/multi/helpers"
)

type mended struct{ Controller }

func (c *mended) watch(inf cache.SharedIndexInformer) {
	// The object is taken out first.
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if svc := helpers.Service(helpers.Open(obj)); svc != nil {
				c.queue.Add(svc.Name)
			}
		},
	})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { helpers.Drop(c.nodes, helpers.Open(obj)) },
	})
	// Helpers that know tombstones.
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if s, ok := helpers.Secret(obj); ok {
				c.queue.Add(s.Name)
			}
		},
	})
	inf.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: helpers.Labelled("tier", "front"),
		Handler:    helpers.Handler(nil, nil, c.enqueue),
	})
	// The asserting helper behind a test.
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if _, ok := obj.(*corev1.Pod); !ok {
				c.enqueue(obj)
				return
			}
			c.queue.Add(helpers.PodName(obj))
		},
	})
	// The filter that drops tombstones, before a handler without deletes.
	inf.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: helpers.InNamespaces("prod"),
		Handler:    helpers.Handler(c.enqueue, nil, nil),
	})
}
