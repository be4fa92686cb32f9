// Package handed has types whose methods are called as those of event handlers are, from client-go 0.27 on, and that hand these
// methods to a handler.
package handed

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"
)

// No tombstone comes to the methods: the filter is the one place to mend.
type gate struct {
	name    string
	objects map[runtime.Object]bool
}

func (g *gate) watch(informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.FilteringResourceEventHandler{
		Handler: cache.ResourceEventHandlerFuncs{AddFunc: func(obj interface{}) { g.OnAdd(obj, false) }, UpdateFunc: g.OnUpdate, DeleteFunc: g.OnDelete},
		FilterFunc: func(obj interface{}) bool {
			node, ok := obj.(*corev1.Node) // want `\*corev1.Node fails and the filter returns false.*\[tombstone/filter\]`
			return ok && node.Name == g.name
		},
	})
}

// The order of the fields is all the same, and so are assignments.
func (g *gate) watchAgain(informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj interface{}) bool {
			node, ok := obj.(*corev1.Node) // want `\*corev1.Node fails and the filter returns false.*\[tombstone/filter\]`
			return ok && node.Name == g.name
		},
		Handler: cache.ResourceEventHandlerFuncs{AddFunc: func(obj interface{}) { g.OnAdd(obj, false) }, UpdateFunc: g.OnUpdate, DeleteFunc: g.OnDelete},
	})
	var filtering cache.FilteringResourceEventHandler
	filtering.Handler = &cache.ResourceEventHandlerFuncs{AddFunc: func(obj interface{}) { g.OnAdd(obj, false) }, UpdateFunc: g.OnUpdate, DeleteFunc: g.OnDelete}
	filtering.FilterFunc = func(obj interface{}) bool {
		node, ok := obj.(*corev1.Node) // want `\*corev1.Node fails and the filter returns false.*\[tombstone/filter\]`
		return ok && node.Name == g.name
	}
	informer.AddEventHandler(filtering)
}

func (g *gate) OnAdd(obj interface{}, first bool) { g.put(obj) }

func (g *gate) OnUpdate(_, cur interface{}) { g.put(cur) }

func (g *gate) OnDelete(obj interface{}) { g.put(obj) }

func (g *gate) put(obj interface{}) {
	object, ok := obj.(runtime.Object)
	if !ok {
		return
	}
	g.objects[object] = true
}

// Its filter is in order, its methods aren't.
type open struct {
	name    string
	objects map[runtime.Object]bool
}

func (o *open) watch(informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.FilteringResourceEventHandler{
		Handler: cache.ResourceEventHandlerFuncs{AddFunc: func(obj interface{}) { o.OnAdd(obj, false) }, UpdateFunc: o.OnUpdate, DeleteFunc: o.OnDelete},
		FilterFunc: func(obj interface{}) bool {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			node, ok := obj.(*corev1.Node)
			return ok && node.Name == o.name
		},
	})
}

func (o *open) OnAdd(obj interface{}, first bool) {}

func (o *open) OnUpdate(_, cur interface{}) {}

func (o *open) OnDelete(obj interface{}) {
	object, ok := obj.(runtime.Object) // want `runtime.Object fails.*\[tombstone/lost\]`
	if !ok {
		return
	}
	delete(o.objects, object)
}

// This one is a handler as well, which no filter is in front of.
type both struct{ *open }

func (b *both) watch(filtered, all cache.SharedIndexInformer) {
	filtered.AddEventHandler(cache.FilteringResourceEventHandler{
		Handler: cache.ResourceEventHandlerFuncs{AddFunc: func(obj interface{}) { b.OnAdd(obj, false) }, UpdateFunc: b.OnUpdate, DeleteFunc: b.OnDelete},
		FilterFunc: func(obj interface{}) bool {
			node, ok := obj.(*corev1.Node) // want `\*corev1.Node fails and the filter returns false.*\[tombstone/filter\]`
			return ok && node.Name == b.name
		},
	})
	all.AddEventHandler(b)
}

func (b *both) OnAdd(obj interface{}, first bool) {}

func (b *both) OnUpdate(_, cur interface{}) {}

func (b *both) OnDelete(obj interface{}) {
	object, ok := obj.(runtime.Object) // want `runtime.Object fails.*\[tombstone/lost\]`
	if !ok {
		return
	}
	delete(b.objects, object)
}
