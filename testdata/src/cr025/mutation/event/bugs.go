// Package event has event functions that change the objects that they are given.
package event

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

func watch(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			pod, ok := obj.(*corev1.Pod)
			if ok {
				pod.Labels["seen"] = "yes" // want `Labels of the corev1.Pod that an informer's event filter is given.*\[mutation/event\]`
			}
			return ok
		},
		Handler: cache.ResourceEventHandlerFuncs{
			AddFunc: func(obj any) {
				pod := obj.(*corev1.Pod)
				pod.Spec.NodeName = "n" // want `Spec.NodeName of the corev1.Pod that an informer's event handler is given.*\[mutation/event\]`
			},
			UpdateFunc: func(old, obj any) {
				strip(obj.(*corev1.Pod)) // want `event.strip \(bugs.go:\d+\) changes ManagedFields of the corev1.Pod that an informer's event handler is given.*\[mutation/event\]`
			},
		},
	})
}

func strip(pod *corev1.Pod) { pod.ManagedFields = nil }

// Both functions come to the same change.
func watchBoth(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			strip(obj.(*corev1.Pod)) // want `event.strip \(bugs.go:\d+\) changes ManagedFields of the corev1.Pod that an informer's event handler is given.*\[mutation/event\]`
		},
		UpdateFunc: func(_, obj any) {
			strip(obj.(*corev1.Pod)) // rests
		},
	})
}

// What an update of the object answers is what the next event brings.
func labelled(c client.Client, pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			_ = c.Patch(context.Background(), obj.(*corev1.Pod), client.RawPatch(types.MergePatchType, []byte(`{}`))) // want `^note: Patch writes the server's answer into the corev1.Pod.*\[mutation/event\]`
		},
	})
}

type pods struct {
	queue workqueue.TypedRateLimitingInterface[string]
}

func (p *pods) OnAdd(obj any, _ bool) {
	obj.(*corev1.Pod).Labels["seen"] = "yes" // want `Labels of the corev1.Pod that an informer's event handler is given.*\[mutation/event\]`
}

func (p *pods) OnUpdate(_, obj any) {}
func (p *pods) OnDelete(obj any)    {}

var changed = predicate.Funcs{
	CreateFunc: func(e event.CreateEvent) bool {
		e.Object.SetLabels(nil) // want `SetLabels changes Labels of the object that a predicate is given.*\[mutation/event\]`
		return true
	},
	UpdateFunc: func(e event.UpdateEvent) bool {
		e.ObjectNew.SetResourceVersion("") // want `SetResourceVersion changes ResourceVersion of the object that a predicate is given.*\[mutation/event\]`
		return true
	},
}

var mapped = handler.EnqueueRequestsFromMapFunc(func(_ context.Context, obj client.Object) []reconcile.Request {
	pod := obj.(*corev1.Pod)
	pod.Annotations["mapped"] = "yes" // want `Annotations of the corev1.Pod that a map function is given.*\[mutation/event\]`
	return nil
})

// The package looks into what was decoded, and is given typed objects all the same; keikoproj/instance-manager
// controllers/reconcilers.go line 254 at commit 1a191f2.
func decoded(_ context.Context, obj client.Object) []reconcile.Request {
	if role, ok, _ := unstructured.NestedString(map[string]any{"role": obj.GetName()}, "role"); ok {
		labels := obj.GetLabels()
		labels["role"] = role // want `changes Labels of the object that a map function is given.*\[mutation/event\]`
	}
	return nil
}

var _ = handler.EnqueueRequestsFromMapFunc(decoded)
