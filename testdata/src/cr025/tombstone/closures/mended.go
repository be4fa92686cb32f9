package closures

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/client-go/tools/cache"
)

func (j *janitor) mended(ctx context.Context, inf cache.SharedIndexInformer) {
	// The argument is opened before the goroutine captures it.
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				gone, _ := obj.(cache.DeletedFinalStateUnknown)
				if pod, ok = gone.Obj.(*corev1.Pod); !ok {
					return
				}
			}
			go func() { j.queue.Add(pod.Name) }()
		},
	})
	// The goroutine opens it.
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			go func(o any) {
				if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(o); err == nil {
					j.queue.Add(key)
				}
			}(obj)
		},
	})
	// The captured variable is set before the closure runs.
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = gone.Obj
			}
			func() {
				j.mu.Lock()
				defer j.mu.Unlock()
				if svc, ok := obj.(*corev1.Service); ok {
					for _, p := range svc.Spec.Ports {
						delete(j.ports, p.NodePort)
					}
				}
			}()
		},
	})
	// The chain begins with the tombstone.
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				j.queue.Add(gone.Key)
			} else if sl, ok := obj.(*discoveryv1.EndpointSlice); ok {
				j.queue.Add(sl.Name)
			} else if svc := obj.(*corev1.Service); svc.Spec.ClusterIP != corev1.ClusterIPNone {
				j.queue.Add(svc.Name)
			}
		},
	})
	// The deferred function does it.
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			defer func() {
				if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
					j.queue.Add(gone.Key)
				}
			}()
			if pod, ok := obj.(*corev1.Pod); ok {
				j.queue.Add(pod.Namespace + "/" + pod.Name)
			}
		},
	})
}
