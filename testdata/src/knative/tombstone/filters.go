// Package filters uses knative's filters and handlers, of which the tables say what they do.
package filters

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"knative.dev/pkg/controller"
	"knative.dev/pkg/kmeta"
	"knative.dev/pkg/reconciler"
)

type tracker struct {
	queue workqueue.TypedInterface[string]
	impl  *controller.Impl
}

func (t *tracker) bugs(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: controller.FilterWithName("config"), // want `FilterWithName.*\[tombstone/filter\]`
		Handler:    controller.HandleAll(t.impl.EnqueueControllerOf),
	})
	pods.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: reconciler.ChainFilterFuncs( // want `ChainFilterFuncs.*\[tombstone/filter\]`
			func(obj any) bool { return t.queue != nil },
			reconciler.LabelExistsFilterFunc("app"),
		),
		// Not reached, so it does not panic.
		Handler: cache.ResourceEventHandlerFuncs{DeleteFunc: t.gone},
	})
	pods.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: reconciler.Or(reconciler.NameFilterFunc("a"), reconciler.NamespaceFilterFunc("b")), // want `Or.*\[tombstone/filter\]`
		Handler:    controller.HandleAll(t.impl.Enqueue),
	})
	pods.AddEventHandler(controller.HandleAll(t.changed))
}

// The filter is made once.
var isOurs = reconciler.AnnotationFilterFunc("class", "ours", false)

// The filter is another one some time.
var isTheirs = reconciler.AnnotationFilterFunc("class", "theirs", false)

func (t *tracker) variables(pods cache.SharedIndexInformer, other func(any) bool) {
	pods.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: isOurs, // want `AnnotationFilterFunc.*\[tombstone/filter\]`
		Handler:    controller.HandleAll(t.impl.Enqueue),
	})
	isTheirs = other
	pods.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: isTheirs,
		Handler:    controller.HandleAll(t.impl.Enqueue),
	})
}

func (t *tracker) gone(obj any) {
	t.queue.Add(obj.(*corev1.Pod).Name)
}

func (t *tracker) changed(obj any) {
	t.queue.Add(obj.(*corev1.Pod).Name) // want `Pod.*\[tombstone/panic\]`
}

func (t *tracker) traps(pods cache.SharedIndexInformer) {
	// No delete function waits.
	pods.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: controller.FilterWithName("config"),
		Handler:    cache.ResourceEventHandlerFuncs{AddFunc: t.impl.Enqueue},
	})
	// One of the filters lets tombstones through.
	pods.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: reconciler.Or(reconciler.NameFilterFunc("a"), func(obj any) bool { return t.queue != nil }),
		Handler:    controller.HandleAll(t.impl.Enqueue),
	})
	pods.AddEventHandler(controller.HandleAll(func(obj any) {
		object, err := kmeta.DeletionHandlingAccessor(obj)
		if err != nil {
			return
		}
		t.queue.Add(object.GetName())
	}))
}
