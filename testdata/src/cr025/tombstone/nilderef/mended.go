package nilderef

import (
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

type mendedRouter struct{ router }

// The nil that a tombstone leaves behind is tested, and the tombstone opened.
func (r *mendedRouter) watchServices(svcs cache.SharedIndexInformer) {
	svcs.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			svc, _ := obj.(*corev1.Service)
			if svc == nil {
				gone, ok := obj.(cache.DeletedFinalStateUnknown)
				if !ok {
					return
				}
				if svc, ok = gone.Obj.(*corev1.Service); !ok {
					return
				}
			}
			r.queue.Add(types.NamespacedName{Namespace: svc.Namespace, Name: svc.Name})
		},
	})
}

// The second result decides before the value is used.
func (r *mendedRouter) ingressGone(obj any) {
	ing, ok := obj.(*networkingv1.Ingress)
	if !ok {
		gone, isTombstone := obj.(cache.DeletedFinalStateUnknown)
		if !isTombstone {
			klog.Errorf("delete of a %T", obj)
			return
		}
		ing, ok = gone.Obj.(*networkingv1.Ingress)
		if !ok {
			klog.Errorf("tombstone of a %T", gone.Obj)
			return
		}
	}
	klog.InfoS("ingress removed", "rules", len(ing.Spec.Rules))
	delete(r.routes, ing.Name)
}

func (r *mendedRouter) watchIngresses(ings cache.SharedIndexInformer) {
	ings.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: r.ingressGone})
}

// Both results are thrown away only where nil is a legal answer.
func (r *mendedRouter) watchMeta(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = gone.Obj
			}
			m, _ := obj.(metav1.Object)
			if m == nil {
				return
			}
			r.queue.Add(types.NamespacedName{Namespace: m.GetNamespace(), Name: m.GetName()})
		},
	})
}
