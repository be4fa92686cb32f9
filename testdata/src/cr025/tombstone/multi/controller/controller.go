// Package controller registers handlers that lean on package helpers.
package controller

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"

	"ctrllint.test/cr025/tombstone/multi/helpers"
)

// Controller keeps count of pods.
type Controller struct {
	queue workqueue.TypedRateLimitingInterface[string]
	used  map[string]int
	nodes map[string]bool
}

// The tombstone leaves the package in the marked lines.
func (c *Controller) watchPods(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { c.queue.Add(helpers.PodName(obj)) },
		DeleteFunc: func(obj any) {
			c.queue.Add(helpers.PodName(obj)) // want `\[tombstone/panic\]`
		},
	})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			name := helpers.Describe(obj) // want `\[tombstone/panic\]`
			c.queue.Add(name)
		},
	})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { c.release(obj) },
	})
}

func (c *Controller) release(obj any) {
	helpers.Release(c.used, obj) // want `\[tombstone/panic\]`
}

// Lost by a helper that returns nil, and by one that does the work or not.
func (c *Controller) watchServices(svcs, nodes cache.SharedIndexInformer) {
	svcs.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			svc := helpers.Service(obj) // want `\[tombstone/lost\]`
			if svc == nil {
				return
			}
			c.queue.Add(svc.Name)
		},
	})
	nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			helpers.Drop(c.nodes, obj) // want `\[tombstone/lost\]`
		},
	})
}

// The nil of the helper is used.
func (c *Controller) watchBalanced(svcs cache.SharedIndexInformer) {
	svcs.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			svc := helpers.Service(obj) // want `\[tombstone/nilderef\]`
			c.queue.Add(svc.Name)
		},
	})
}

// A key function with another name.
func (c *Controller) watchMaps(maps cache.SharedIndexInformer) {
	maps.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			key, err := helpers.Key(obj) // want `\[tombstone/key\]`
			if err != nil {
				return
			}
			c.queue.Add(key)
		},
	})
}

// Filters from the other package.
func (c *Controller) watchFiltered(pods cache.SharedIndexInformer) {
	inner := cache.ResourceEventHandlerFuncs{DeleteFunc: c.enqueue}
	pods.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: helpers.InNamespaces("prod", "stage"), Handler: inner}) // want `\[tombstone/filter\]`
	pods.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: helpers.IsBound, Handler: inner})                       // want `\[tombstone/filter\]`
	pods.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			return helpers.IsBound(obj) // want `\[tombstone/filter\]`
		},
		Handler: inner,
	})
}

func (c *Controller) enqueue(obj any) {
	if key := helpers.SafeKey(obj); key != "" {
		c.queue.Add(key)
	}
}

// The adapter of the other package, the bug in this one.
func (c *Controller) watchAdapted(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(helpers.Handler(nil, nil, func(obj any) {
		delete(c.nodes, obj.(*corev1.Node).Name) // want `Node.*\[tombstone/panic\]`
	}))
	inf.AddEventHandler(helpers.Handler(c.nodeSeen, nil, c.nodeGone))
}

func (c *Controller) nodeSeen(obj any) { c.nodes[obj.(*corev1.Node).Name] = true }

func (c *Controller) nodeGone(obj any) {
	node, ok := obj.(*corev1.Node) // want `Node.*\[tombstone/lost\]`
	if !ok {
		return
	}
	delete(c.nodes, node.Name)
}
