package adapters

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/tombstone/adapters/wiring"
)

// The adapter opens the tombstone, so the function gets only real objects.
func (b *balancer) watchOpened(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(wiring.Opened(b.mapSeen, b.mapGone))
	inf.AddEventHandler(opened(b.mapGone))
}

func (b *balancer) mapSeen(obj any) { b.queue.Add(obj.(*corev1.ConfigMap).Name) }
func (b *balancer) mapGone(obj any) { delete(b.pools, obj.(*corev1.ConfigMap).Name) }

func opened(f func(any)) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			switch o := obj.(type) {
			case cache.DeletedFinalStateUnknown:
				if o.Obj != nil {
					f(o.Obj)
				}
			default:
				f(o)
			}
		},
	}
}

// The function is handed over as the one for adds.
func (b *balancer) watchAdds(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(wiring.AddOnly(func(obj any) { b.queue.Add(obj.(*corev1.Pod).Name) }))
	inf.AddEventHandler(newHandler(func(obj any) { b.queue.Add(obj.(*corev1.Pod).Name) }, nil, b.enqueue))
	inf.AddEventHandler(wiring.Handler(b.mapSeen, nil, nil))
}

// What the callee of an unknown function does with it is not ours to guess.
type notifier struct {
	Notify func(obj any)
	Sink   Sink
}

// Sink has implementations in other modules.
type Sink interface{ Deleted(obj any) }

func (n *notifier) watch(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) { n.Notify(obj) }})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: n.Sink.Deleted})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: n.Notify})
}

// An interface with two implementations of which one would not mind.
type dropper interface{ drop(obj any) }

type keyDropper struct{ b *balancer }

func (k keyDropper) drop(obj any) { k.b.enqueue(obj) }

type podDropper struct{ b *balancer }

func (p podDropper) drop(obj any) { p.b.queue.Add(obj.(*corev1.Pod).Name) }

func watchDropped(inf cache.SharedIndexInformer, d dropper) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: d.drop})
}

// The two are used apart: podDropper never in a delete handler.
func (b *balancer) watchApart(inf cache.SharedIndexInformer) {
	watchDropped(inf, keyDropper{b})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: podDropper{b}.drop})
}

// The object goes into the queue as it is, and the worker opens it.
type item struct {
	verb string
	obj  any
}

type deferred struct{ items chan item }

func (d *deferred) watch(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { d.items <- item{verb: "delete", obj: obj} },
	})
}

func (d *deferred) work(b *balancer) {
	for it := range d.items {
		if gone, ok := it.obj.(cache.DeletedFinalStateUnknown); ok {
			it.obj = gone.Obj
		}
		if pod, ok := it.obj.(*corev1.Pod); ok {
			b.queue.Add(it.verb + " " + pod.Name)
		}
	}
}

// What another package makes of it unwraps the tombstone when it is no object.
func (b *balancer) watchUnwrapped(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: wiring.Unwraps(func(node *corev1.Node) { delete(b.pools, node.Name) })})
}
