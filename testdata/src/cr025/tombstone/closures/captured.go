package closures

import (
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// keyed makes event functions of a key function.
func keyed(queue workqueue.TypedInterface[string], keyOf cache.KeyFunc) func(any) {
	return func(obj any) {
		key, err := keyOf(obj) // want `cache.MetaNamespaceKeyFunc returns an error when the informer missed the delete.*\[tombstone/key\]`
		if err != nil {
			return
		}
		queue.Add(key)
	}
}

// The handler is passed by its address, which nobody changes what the functions have captured by.
func registerKeyed(inf cache.SharedIndexInformer, queue workqueue.TypedInterface[string]) {
	enqueue := keyed(queue, cache.MetaNamespaceKeyFunc)
	_, _ = inf.AddEventHandler(&cache.ResourceEventHandlerFuncs{
		AddFunc:    enqueue,
		UpdateFunc: func(_, obj any) { enqueue(obj) },
		DeleteFunc: enqueue,
	})
}

func registerKeyedMended(inf cache.SharedIndexInformer, queue workqueue.TypedInterface[string]) {
	enqueue := keyed(queue, cache.DeletionHandlingMetaNamespaceKeyFunc)
	_, _ = inf.AddEventHandler(&cache.ResourceEventHandlerFuncs{
		AddFunc:    enqueue,
		UpdateFunc: func(_, obj any) { enqueue(obj) },
		DeleteFunc: enqueue,
	})
}

// A function literal may have put another key function there by then.
func registerChosen(inf cache.SharedIndexInformer, queue workqueue.TypedInterface[string]) func(cache.KeyFunc) {
	keyOf := cache.KeyFunc(cache.MetaNamespaceKeyFunc)
	_, _ = inf.AddEventHandler(&cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if key, err := keyOf(obj); err == nil {
				queue.Add(key)
			}
		},
	})
	return func(other cache.KeyFunc) { keyOf = other }
}
