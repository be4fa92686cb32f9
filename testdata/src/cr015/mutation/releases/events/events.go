// Package events has event functions that change what they are given.
package events

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

func watch(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj interface{}) {
			obj.(*corev1.Pod).ManagedFields = nil // want `ManagedFields of the corev1.Pod that an informer's event handler is given.*\[mutation/event\]`
		},
		UpdateFunc: func(old, obj interface{}) {
			old.(*corev1.Pod).Labels = nil
			obj.(*corev1.Pod).Labels = nil // want `Labels of the corev1.Pod that an informer's event handler is given.*\[mutation/event\]`
		},
		DeleteFunc: func(obj interface{}) {
			if pod, ok := obj.(*corev1.Pod); ok {
				pod.Labels = nil
			}
		},
	})
}

var predicates = []predicate.Predicate{
	predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
		e.ObjectOld.SetLabels(nil)
		e.ObjectNew.SetLabels(nil) // want `SetLabels changes Labels of the object that a predicate is given.*\[mutation/event\]`
		return true
	}},
	predicate.Funcs{CreateFunc: func(e event.CreateEvent) bool {
		e.Object.GetLabels()["a"] = "b" // want `Labels of the object that a predicate is given.*\[mutation/event\]`
		return true
	}},
	predicate.NewPredicateFuncs(func(obj client.Object) bool {
		obj.(*corev1.Pod).Labels["a"] = "b" // want `Labels of the corev1.Pod that a predicate is given.*\[mutation/event\]`
		return true
	}),
}

var mapped = handler.EnqueueRequestsFromMapFunc(func(_ context.Context, obj client.Object) []reconcile.Request {
	obj.SetLabels(nil) // want `SetLabels changes Labels of the object that a map function is given.*\[mutation/event\]`
	return nil
})
