// Package getters has event functions that change the maps and slices which getters return of the objects that they are
// given.
package getters

import (
	"context"
	"maps"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

const seen = "example.com/seen"

var unchanged = predicate.Funcs{
	CreateFunc: func(e event.CreateEvent) bool {
		e.Object.GetLabels()[seen] = "yes" // want `Labels of the object that a predicate is given.*\[mutation/event\]`
		return true
	},
	UpdateFunc: func(e event.UpdateEvent) bool {
		before, now := e.ObjectOld.GetAnnotations(), e.ObjectNew.GetAnnotations()
		delete(before, seen)
		delete(now, seen) // want `delete changes Annotations of the object that a predicate is given.*\[mutation/event\]`
		return !maps.Equal(before, now)
	},
}

var mended = predicate.Funcs{
	UpdateFunc: func(e event.UpdateEvent) bool {
		before, now := maps.Clone(e.ObjectOld.GetAnnotations()), maps.Clone(e.ObjectNew.GetAnnotations())
		delete(before, seen)
		delete(now, seen)
		return !maps.Equal(before, now)
	},
}

func without(of metav1.Object, name string) map[string]string {
	labels := of.GetLabels()
	delete(labels, name) // rests
	return labels
}

var mapped = handler.EnqueueRequestsFromMapFunc(func(_ context.Context, obj client.Object) []reconcile.Request {
	if len(without(obj, seen)) == 0 { // want `getters.without .* changes Labels of the object that a map function is given.*\[mutation/event\]`
		return nil
	}
	return []reconcile.Request{{NamespacedName: client.ObjectKeyFromObject(obj)}}
})

func watch(informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if object, ok := obj.(metav1.Object); ok {
				object.GetAnnotations()[seen] = "yes" // want `Annotations of the object that an informer's event handler is given.*\[mutation/event\]`
			}
		},
		UpdateFunc: func(_, obj any) {
			object, ok := obj.(client.Object)
			if !ok {
				return
			}
			own := object.DeepCopyObject().(client.Object)
			own.GetAnnotations()[seen] = "yes"
		},
	})
}

func forget(pods corelisters.PodLister, name string) {
	pod, err := pods.Pods("shop").Get(name)
	if err == nil {
		without(pod, seen) // want `getters.without .* changes Labels of the corev1.Pod.*\[mutation/callee\]`
	}
}
