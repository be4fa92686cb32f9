package key

import (
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// A relay queues the owner of what has changed, by what it was and what it is.
type relay struct {
	queues map[string]workqueue.TypedRateLimitingInterface[string]
	kinds  map[string][]string
}

// handlers are those for a kind, if it has any owners.
func (r *relay) handlers(kind string) cache.ResourceEventHandlerFuncs {
	if len(r.kinds[kind]) == 0 {
		return cache.ResourceEventHandlerFuncs{}
	}
	return cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { r.changed(kind, nil, obj) },
		UpdateFunc: func(old, obj any) { r.changed(kind, old, obj) },
		DeleteFunc: func(old any) { r.changed(kind, old, nil) },
	}
}

func (r *relay) changed(kind string, was, is any) {
	before, after := metaOf(was), metaOf(is)
	for _, owner := range r.kinds[kind] {
		if key := owned(owner == kind, before, after); key != "" { // want `meta.Accessor returns an error when the informer missed the delete.*\[tombstone/key\]`
			r.queues[owner].Add(key)
		}
	}
}

// owned is the key of what is to be looked at: of the object itself if it is there, or of its owner if it was there before.
func owned(self bool, before, after metav1.Object) string {
	if self {
		if after == nil {
			return ""
		}
		return after.GetNamespace() + "/" + after.GetName()
	}
	if before == nil {
		return ""
	}
	for _, ref := range before.GetOwnerReferences() {
		return before.GetNamespace() + "/" + ref.Name
	}
	return ""
}

func metaOf(obj any) metav1.Object {
	if obj == nil {
		return nil
	}
	m, err := meta.Accessor(obj)
	if err != nil {
		return nil
	}
	return m
}

// unwrapped are the same with the tombstone unwrapped.
func (r *relay) unwrapped(kind string) cache.ResourceEventHandlerFuncs {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { r.told(kind, nil, obj) },
		DeleteFunc: func(old any) {
			if unknown, ok := old.(cache.DeletedFinalStateUnknown); ok {
				old = unknown.Obj
			}
			r.told(kind, old, nil)
		},
	}
}

func (r *relay) told(kind string, was, is any) {
	before, after := metaOf(was), metaOf(is)
	for _, owner := range r.kinds[kind] {
		if key := owned(owner == kind, before, after); key != "" {
			r.queues[owner].Add(key)
		}
	}
}

func (r *relay) watch(pods, nodes, secrets cache.SharedIndexInformer) {
	pods.AddEventHandler(r.handlers("Pod"))
	nodes.AddEventHandler(r.handlers("Node"))
	secrets.AddEventHandler(r.unwrapped("Secret"))
}
