// Package combined puts filters before handlers that another package makes one of.
package combined

import (
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"

	"ctrllint.test/cr025/tombstone/combined/sieves"
)

type agent struct {
	queue workqueue.TypedInterface[string]
}

func (a *agent) enqueue(obj any) {
	if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
		a.queue.Add(key)
	}
}

func (a *agent) handler() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{AddFunc: a.enqueue, DeleteFunc: a.enqueue}
}

// The first lets tombstones through, the second panics on them.
func (a *agent) all(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: sieves.All(sieves.Labelled("app"), sieves.OnNode("here")), // want `sieves.where.*asserts.*Pod.*in a filter panics.*\[tombstone/filter\]`
		Handler:    a.handler(),
	})
}

// None lets them through.
func (a *agent) any(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: sieves.Any(sieves.Running, sieves.Running), // want `sieves.Running.*the filter returns false.*\[tombstone/filter\]`
		Handler:    a.handler(),
	})
}

// Both know tombstones.
func (a *agent) mended(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: sieves.All(sieves.Labelled("app"), sieves.OnNodeToo("here")),
		Handler:    a.handler(),
	})
}

// The second isn't asked.
func (a *agent) first(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: sieves.Any(sieves.Labelled("app"), sieves.OnNode("here")),
		Handler:    a.handler(),
	})
}

// They are asked for the object in the tombstone.
func (a *agent) opened(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: sieves.Opened(sieves.OnNode("here")),
		Handler:    a.handler(),
	})
}

// It isn't known what the first does.
func (a *agent) more(pods cache.SharedIndexInformer, given sieves.Sieve) {
	pods.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: sieves.All(given, sieves.OnNode("here")),
		Handler:    a.handler(),
	})
}

// Only the first is ever asked.
func (a *agent) only(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: sieves.First(sieves.Labelled("app"), sieves.OnNode("here")),
		Handler:    a.handler(),
	})
}
