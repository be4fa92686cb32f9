// Package adapters registers functions by way of functions that return
// handlers.
package adapters

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"

	"ctrllint.test/cr025/tombstone/adapters/wiring"
)

type balancer struct {
	queue workqueue.TypedRateLimitingInterface[string]
	pools map[string][]string
}

// An adapter of this package.
func newHandler(onAdd func(any), onUpdate func(any, any), onDelete func(any)) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{AddFunc: onAdd, UpdateFunc: onUpdate, DeleteFunc: onDelete}
}

func (b *balancer) watchServices(svcs cache.SharedIndexInformer) {
	svcs.AddEventHandler(newHandler(b.serviceSeen, func(_, cur any) { b.serviceSeen(cur) }, b.serviceGone))
}

func (b *balancer) serviceSeen(obj any) { b.queue.Add(obj.(*corev1.Service).Name) }

func (b *balancer) serviceGone(obj any) {
	delete(b.pools, obj.(*corev1.Service).Name) // want `Service.*\[tombstone/panic\]`
}

// An adapter of this package that wraps what it is given.
func counted(name string, onDelete func(any)) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			klog.V(4).Infof("delete in %s", name)
			onDelete(obj)
		},
	}
}

func (b *balancer) watchNodes(nodes cache.SharedIndexInformer) {
	nodes.AddEventHandler(counted("nodes", func(obj any) {
		node, ok := obj.(*corev1.Node) // want `Node.*\[tombstone/lost\]`
		if !ok {
			return
		}
		b.queue.Add(node.Name)
	}))
}

// An adapter that wraps a single function.
func withTrace(f func(any)) func(any) {
	return func(obj any) {
		klog.V(5).Info("enter")
		f(obj)
		klog.V(5).Info("leave")
	}
}

func (b *balancer) watchPods(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    withTrace(b.podSeen),
		DeleteFunc: withTrace(b.podGone),
	})
}

func (b *balancer) podSeen(obj any) { b.queue.Add(obj.(*corev1.Pod).Name) }

func (b *balancer) podGone(obj any) {
	pod, _ := obj.(*corev1.Pod) // want `Pod.*\[tombstone/nilderef\]`
	delete(b.pools, pod.Status.PodIP)
}

// Adapters of another package.
func (b *balancer) watchFar(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(wiring.Handler(b.secretSeen, nil, b.secretGone))
	inf.AddEventHandler(wiring.All(func(obj any) {
		key, err := cache.MetaNamespaceKeyFunc(obj) // want `\[tombstone/key\]`
		if err != nil {
			return
		}
		b.queue.Add(key)
	}))
	inf.AddEventHandler(wiring.Filtered(b.isTLS, b.enqueue))
}

func (b *balancer) secretSeen(obj any) { b.queue.Add(obj.(*corev1.Secret).Name) }

func (b *balancer) secretGone(obj any) {
	delete(b.pools, obj.(*corev1.Secret).Name) // want `Secret.*\[tombstone/panic\]`
}

func (b *balancer) isTLS(obj any) bool {
	return obj.(*corev1.Secret).Type == corev1.SecretTypeTLS // want `Secret.*\[tombstone/filter\]`
}

func (b *balancer) enqueue(obj any) {
	if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
		b.queue.Add(key)
	}
}

// A handler stored in a field, and called by the one that is registered.
type hooks struct {
	forget func(any)
}

type hooked struct {
	hooks hooks
	pools map[string][]string
}

func newHooked(inf cache.SharedIndexInformer) *hooked {
	h := &hooked{pools: map[string][]string{}}
	h.hooks.forget = h.forgetEndpoints
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: h.onDelete})
	return h
}

func (h *hooked) onDelete(obj any) { h.hooks.forget(obj) }

func (h *hooked) forgetEndpoints(obj any) {
	delete(h.pools, obj.(*corev1.Endpoints).Name) // want `Endpoints.*\[tombstone/panic\]`
}

// An interface with one implementation.
type forgetter interface{ forget(obj any) }

type mapForgetter map[string]struct{}

func (m mapForgetter) forget(obj any) {
	delete(m, obj.(*corev1.ConfigMap).Name) // want `ConfigMap.*\[tombstone/panic\]`
}

func watchForgotten(inf cache.SharedIndexInformer) {
	var f forgetter = mapForgetter{}
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { f.forget(obj) },
	})
}

// What another package makes of it does nothing for a tombstone.
func (b *balancer) watchAsserted(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{ // want `wiring.Asserts.*\[tombstone/lost\]`
		DeleteFunc: wiring.Asserts(func(node *corev1.Node) { delete(b.pools, node.Name) }),
	})
}
