package notype

import (
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

// The first one mended.
func (r *routes) watchWell(informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: r.goneWell})
}

func (r *routes) goneWell(obj any) {
	switch o := obj.(type) {
	case *discoveryv1.EndpointSlice:
		delete(r.known, o.Name)
	case cache.DeletedFinalStateUnknown:
		if slice, ok := o.Obj.(*discoveryv1.EndpointSlice); ok {
			delete(r.known, slice.Name)
		}
	}
}

// One that is for several informers: what it wants of a tombstone is one of the kinds that it wants of others.
func (r *routes) watchSeveral(slices, services cache.SharedIndexInformer) {
	both := cache.ResourceEventHandlerFuncs{DeleteFunc: r.anyGone}
	slices.AddEventHandler(both)
	services.AddEventHandler(both)
}

func (r *routes) anyGone(obj any) {
	switch o := obj.(type) {
	case *discoveryv1.EndpointSlice: // of which there is another news
		delete(r.known, o.Name)
	case *corev1.Service:
		delete(r.known, o.Namespace)
	case cache.DeletedFinalStateUnknown:
		if service, ok := o.Obj.(*corev1.Service); ok {
			delete(r.known, service.Namespace)
		}
	}
}

// The service is dealt with before the function is asked that is for slices otherwise.
func (r *routes) watchTurns(informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: r.inTurn})
}

func (r *routes) inTurn(obj any) {
	if service, ok := obj.(*corev1.Service); ok {
		delete(r.known, service.Name)
		return
	}
	if name := named(obj); name != "" {
		delete(r.known, name)
	}
}

func named(obj any) string {
	switch o := obj.(type) {
	case *discoveryv1.EndpointSlice:
		return o.Labels[discoveryv1.LabelServiceName]
	case cache.DeletedFinalStateUnknown:
		if service, ok := o.Obj.(*corev1.Service); ok {
			return service.Name
		}
	}
	return ""
}

// An interface, the Key, the same once more, or another way for what is none of them.
func (r *routes) watchOthers(informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: r.byMeta})
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: r.byKey})
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: r.again})
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: r.whatever})
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: r.events})
}

func (r *routes) byMeta(obj any) {
	switch o := obj.(type) {
	case *corev1.Service:
		delete(r.known, o.Name)
	case cache.DeletedFinalStateUnknown:
		if object, ok := o.Obj.(metav1.Object); ok {
			delete(r.known, object.GetName())
		}
	}
}

func (r *routes) byKey(obj any) {
	switch o := obj.(type) {
	case *corev1.Service:
		delete(r.known, o.Namespace+"/"+o.Name)
	case cache.DeletedFinalStateUnknown:
		if node, ok := o.Obj.(*corev1.Node); ok {
			delete(r.known, node.Name)
			return
		}
		delete(r.known, o.Key)
	}
}

func (r *routes) again(obj any) {
	switch o := obj.(type) {
	case *corev1.Service:
		delete(r.known, o.Name)
	case *corev1.Node:
		delete(r.known, o.Name)
	case cache.DeletedFinalStateUnknown:
		if node, ok := o.Obj.(*corev1.Node); ok {
			delete(r.known, node.Name)
			return
		}
		r.again(o.Obj)
	}
}

func (r *routes) whatever(obj any) {
	switch o := obj.(type) {
	case *corev1.Service:
		delete(r.known, o.Name)
	case cache.DeletedFinalStateUnknown:
		if node, ok := o.Obj.(*corev1.Node); ok {
			delete(r.known, node.Name)
		}
	case metav1.Object:
		delete(r.known, o.GetNamespace())
	}
}

// An event is no object: it comes from a layer that puts objects into events, and hands on tombstones as they are.
type event struct{ node *corev1.Node }

func (r *routes) events(obj any) {
	switch o := obj.(type) {
	case *event:
		delete(r.known, o.node.Name)
	case cache.DeletedFinalStateUnknown:
		if node, ok := o.Obj.(*corev1.Node); ok {
			delete(r.known, node.Name)
		}
	}
}
