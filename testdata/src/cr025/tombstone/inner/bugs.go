// Package inner holds delete handlers that open the tombstone and trust what
// is in it. Obj is nil when the informer had no copy of the object left.
package inner

import (
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
)

type evictor struct {
	queue   workqueue.TypedRateLimitingInterface[string]
	budgets map[string]int32
}

// Checked outside, unchecked inside.
func (e *evictor) watchPods(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				gone, ok := obj.(cache.DeletedFinalStateUnknown)
				if !ok {
					klog.Errorf("unexpected %T", obj)
					return
				}
				pod = gone.Obj.(*corev1.Pod) // want `Pod.*\[tombstone/inner\]`
			}
			e.queue.Add(pod.Namespace + "/" + pod.Name)
		},
	})
}

// In the arm of a switch.
func (e *evictor) watchBudgets(pdbs cache.SharedIndexInformer) {
	pdbs.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: e.budgetGone})
}

func (e *evictor) budgetGone(obj any) {
	switch o := obj.(type) {
	case *policyv1.PodDisruptionBudget:
		delete(e.budgets, o.Name)
	case cache.DeletedFinalStateUnknown:
		delete(e.budgets, o.Obj.(*policyv1.PodDisruptionBudget).Name) // want `PodDisruptionBudget.*\[tombstone/inner\]`
	}
}

// To an interface.
func (e *evictor) watchObjects(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				m := gone.Obj.(metav1.Object) // want `Object.*\[tombstone/inner\]`
				e.queue.Add(m.GetName())
				return
			}
			if m, ok := obj.(metav1.Object); ok {
				e.queue.Add(m.GetName())
			}
		},
	})
}

// The ok of the inner assertion is thrown away.
func (e *evictor) watchNodes(nodes cache.SharedIndexInformer) {
	nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			node, ok := obj.(*corev1.Node)
			if !ok {
				gone, ok := obj.(cache.DeletedFinalStateUnknown)
				if !ok {
					return
				}
				node, _ = gone.Obj.(*corev1.Node) // want `Node.*\[tombstone/inner\]`
			}
			e.queue.Add(node.Name)
		},
	})
}

// In the helper that unwraps.
func (e *evictor) watchServices(svcs cache.SharedIndexInformer) {
	svcs.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if svc := serviceOf(obj); svc != nil {
				e.queue.Add(svc.Name)
			}
		},
	})
}

func serviceOf(obj any) *corev1.Service {
	if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		return gone.Obj.(*corev1.Service) // want `Service.*\[tombstone/inner\]`
	}
	svc, _ := obj.(*corev1.Service)
	return svc
}

// By way of the reassigned parameter: the plain assertion is right for objects
// and wrong for a tombstone without one.
func (e *evictor) watchClaims(pvcs cache.SharedIndexInformer) {
	pvcs.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = gone.Obj
			}
			pvc := obj.(*corev1.PersistentVolumeClaim) // want `PersistentVolumeClaim.*\[tombstone/inner\]`
			e.queue.Add(pvc.Name)
		},
	})
}
