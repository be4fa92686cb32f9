// Package notype has delete functions that look in tombstones for what they don't want otherwise, of informers that others bring.
package notype

import (
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

type routes struct {
	known map[string]bool
}

// What is done for slices was copied from what is done for services.
func (r *routes) watchSlices(informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: r.sliceGone})
}

func (r *routes) sliceGone(obj any) {
	switch o := obj.(type) {
	case *discoveryv1.EndpointSlice:
		delete(r.known, o.Name)
	case cache.DeletedFinalStateUnknown:
		service, ok := o.Obj.(*corev1.Service) // want `its Obj is a \*discoveryv1.EndpointSlice, as in the informer, the assertion to \*corev1.Service fails.*\[tombstone/lost\]`
		if ok {
			delete(r.known, service.Name)
		}
	}
}

// A function takes the object out of the event.
func (r *routes) watchNodes(informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: r.nodeGone})
}

func (r *routes) nodeGone(obj any) {
	node, ok := nodeOf(obj) // want `the assertion to \*corev1.Node fails.*\[tombstone/lost\]`
	if !ok {
		return
	}
	delete(r.known, node.GetName())
}

func nodeOf(obj any) (metav1.Object, bool) {
	if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		if node, ok := gone.Obj.(*corev1.Node); ok {
			return node, true
		}
		return nil, false
	}
	node, ok := obj.(*metav1.PartialObjectMetadata)
	return node, ok
}
