// Package variadic hands filters to what puts them before handlers, one or several at once.
package variadic

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/tombstone/variadic/sieve"
)

type watcher struct {
	used map[string]bool
}

func (w *watcher) handler() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { w.used[obj.(*corev1.Pod).Name] = true },
		DeleteFunc: w.gone,
	}
}

func (w *watcher) gone(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	if pod, ok := obj.(*corev1.Pod); ok {
		delete(w.used, pod.Name)
	}
}

// The filter and the function that puts it before the handler are of another package.
func (w *watcher) watchReady(nodes cache.SharedIndexInformer) {
	nodes.AddEventHandler(sieve.Through(w.handler(), sieve.Ready)) // want `sieve.Ready.*\[tombstone/filter\]`
}

// The filter is of this package.
func (w *watcher) watchLabelled(nodes cache.SharedIndexInformer) {
	nodes.AddEventHandler(sieve.Through(w.handler(), labelled))
}

func labelled(obj any) bool {
	node, ok := obj.(*corev1.Node) // want `Node.*\[tombstone/filter\]`
	return ok && node.Labels["shadow"] != ""
}

// It lets tombstones through.
func (w *watcher) watchGone(nodes cache.SharedIndexInformer) {
	nodes.AddEventHandler(sieve.Through(w.handler(), sieve.ReadyOrGone))
	nodes.AddEventHandler(sieve.Through(w.handler()))
}

// What it doesn't pick out comes through.
func (w *watcher) watchOthers(nodes cache.SharedIndexInformer) {
	nodes.AddEventHandler(sieve.Without(w.handler(), sieve.Ready, cordoned))
	nodes.AddEventHandler(sieve.Without(w.handler(), cordoned))
}

func cordoned(obj any) bool {
	node, ok := obj.(*corev1.Node)
	return ok && node.Spec.Unschedulable
}

// Nobody behind it waits for deletes.
func (w *watcher) watchAdded(nodes cache.SharedIndexInformer) {
	nodes.AddEventHandler(sieve.Added(w.handler(), sieve.Ready))
}

// all and one of this package put filters before a handler.
func all(to cache.ResourceEventHandler, filters ...func(obj any) bool) cache.ResourceEventHandler {
	return cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			for _, comes := range filters {
				if !comes(obj) {
					return false
				}
			}
			return true
		},
		Handler: to,
	}
}

func one(to cache.ResourceEventHandler, filters ...func(obj any) bool) cache.ResourceEventHandler {
	return cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			for _, comes := range filters {
				if comes(obj) {
					return true
				}
			}
			return false
		},
		Handler: to,
	}
}

func (w *watcher) watchPods(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(all(w.handler(), bound))
}

func bound(obj any) bool {
	pod, ok := obj.(*corev1.Pod) // want `Pod.*\[tombstone/filter\]`
	return ok && pod.Spec.NodeName != ""
}

// One of them lets tombstones through.
func (w *watcher) watchEither(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(one(w.handler(), running, tombstone))
}

func running(obj any) bool {
	pod, ok := obj.(*corev1.Pod)
	return ok && pod.Status.Phase == corev1.PodRunning
}

func tombstone(obj any) bool {
	_, ok := obj.(cache.DeletedFinalStateUnknown)
	return ok
}

// Of a part of a list it isn't known whether there is anything in it.
func (w *watcher) watchRest(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(rest(w.handler(), running))
}

func rest(to cache.ResourceEventHandler, filters ...func(obj any) bool) cache.ResourceEventHandler {
	return all(to, filters[1:]...)
}
