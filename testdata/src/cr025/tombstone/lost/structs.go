package lost

import (
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/client-go/tools/cache"
)

// A place is what things are kept under: which kind, and which object.
type place struct {
	kind string
	name string
}

type places struct {
	known map[place]bool
	stale map[place]bool
}

// placeOf knows several kinds, and of each makes a struct of its own.
func placeOf(obj any) (place, bool) {
	switch o := obj.(type) {
	case *corev1.Node:
		return place{"node", o.Name}, true
	case *discoveryv1.EndpointSlice:
		return place{"slice", o.Namespace + "/" + o.Name}, true
	}
	return place{}, false
}

func (p *places) gone(obj any) {
	if at, ok := placeOf(obj); ok { // want `the delete is lost.*\[tombstone/lost\]`
		delete(p.known, at)
	}
}

// byAddress has the structs by their addresses.
func byAddress(obj any) *place {
	switch o := obj.(type) {
	case *corev1.Node:
		return &place{"node", o.Name}
	case *discoveryv1.EndpointSlice:
		return &place{"slice", o.Name}
	}
	return nil
}

func (p *places) left(obj any) {
	if at := byAddress(obj); at != nil { // want `the delete is lost.*\[tombstone/lost\]`
		delete(p.known, *at)
	}
}

// unwrapped has it mended.
func (p *places) unwrapped(obj any) {
	if unknown, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = unknown.Obj
	}
	if at, ok := placeOf(obj); ok {
		delete(p.known, at)
	}
}

// listOf says which list an object is in, and nothing of the object.
func listOf(obj any) (place, bool) {
	switch obj.(type) {
	case *corev1.Node:
		return place{kind: "node", name: "all"}, true
	case *discoveryv1.EndpointSlice:
		return place{kind: "slice", name: "all"}, true
	}
	return place{}, false
}

// relist only has everything listed anew that is of the kind, which the next event does as well.
func (p *places) relist(obj any) {
	if at, ok := listOf(obj); ok {
		p.stale[at] = true
	}
}

func (p *places) watch(informers ...cache.SharedIndexInformer) {
	for _, informer := range informers {
		informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: p.gone})
		informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: p.left})
		informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: p.unwrapped})
		informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: p.relist})
	}
}
