package nilderef

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// klog.KObj knows nil pointers, and nothing is done but logging.
func (r *router) watchLogged(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			pod, _ := obj.(*corev1.Pod)
			klog.V(3).InfoS("pod deleted", "pod", klog.KObj(pod))
		},
	})
}

// The value is only compared.
func (r *router) watchCompared(pods cache.SharedIndexInformer, leader *corev1.Pod) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			pod, _ := obj.(*corev1.Pod)
			if pod == leader {
				klog.Info("the leader itself is gone")
			}
			key, err := cache.DeletionHandlingObjectToName(obj)
			if err == nil {
				r.queue.Add(types.NamespacedName(key))
			}
		},
	})
}

// The discarded result is of the tombstone assertion, whose zero value is fine
// to read: an empty key and a nil Obj.
func (r *router) watchZero(svcs cache.SharedIndexInformer) {
	svcs.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			svc, ok := obj.(*corev1.Service)
			if !ok {
				gone, _ := obj.(cache.DeletedFinalStateUnknown)
				svc, ok = gone.Obj.(*corev1.Service)
				if !ok {
					return
				}
			}
			delete(r.routes, svc.Name)
		},
	})
}

// The discarded result is in an update handler.
func (r *router) watchUpdates(svcs cache.SharedIndexInformer) {
	svcs.AddEventHandler(cache.ResourceEventHandlerFuncs{
		UpdateFunc: func(old, cur any) {
			was, _ := old.(*corev1.Service)
			is, _ := cur.(*corev1.Service)
			if was.Spec.ClusterIP != is.Spec.ClusterIP {
				delete(r.routes, was.Spec.ClusterIP)
			}
		},
	})
}

// Two conditions that say the same as one early return.
func (r *router) watchJoined(svcs cache.SharedIndexInformer) {
	svcs.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			svc, ok := obj.(*corev1.Service)
			gone, missed := obj.(cache.DeletedFinalStateUnknown)
			if missed {
				svc, ok = gone.Obj.(*corev1.Service)
			}
			if ok && svc.Spec.Type == corev1.ServiceTypeLoadBalancer {
				delete(r.routes, svc.Name)
			}
		},
	})
}
