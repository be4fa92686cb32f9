package wrongunwrap

import (
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

type mendedExporter struct{ exporter }

func (e *mendedExporter) watchPods(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				gone, isTombstone := obj.(cache.DeletedFinalStateUnknown)
				if !isTombstone {
					klog.Errorf("unexpected %T", obj)
					return
				}
				if pod, ok = gone.Obj.(*corev1.Pod); !ok {
					return
				}
			}
			delete(e.series, pod.Name)
		},
	})
}

func (e *mendedExporter) watchSlices(slices cache.SharedIndexInformer) {
	slices.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			var slice *discoveryv1.EndpointSlice
			switch o := obj.(type) {
			case *discoveryv1.EndpointSlice:
				slice = o
			case cache.DeletedFinalStateUnknown:
				slice, _ = o.Obj.(*discoveryv1.EndpointSlice)
			}
			if slice == nil {
				return
			}
			e.queue.Add(slice.Name)
		},
	})
}

func (e *mendedExporter) watchSecrets(secrets cache.SharedIndexInformer) {
	secrets.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				e.queue.Add(gone.Key)
				return
			}
			key, err := cache.MetaNamespaceKeyFunc(obj)
			if err != nil {
				return
			}
			e.queue.Add(key)
		},
	})
}

func (e *mendedExporter) watchMaps(maps cache.SharedIndexInformer) {
	maps.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			acc, err := meta.Accessor(obj)
			if err != nil {
				gone, ok := obj.(cache.DeletedFinalStateUnknown)
				if !ok {
					return
				}
				if acc, err = meta.Accessor(gone.Obj); err != nil {
					return
				}
			}
			delete(e.series, acc.GetName())
		},
	})
}

func (e *mendedExporter) watchBindings(bindings cache.SharedIndexInformer) {
	bindings.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			switch o := obj.(type) {
			case *rbacv1.RoleBinding:
				e.dropBinding(o)
			case cache.DeletedFinalStateUnknown:
				e.dropBinding(o.Obj)
			}
		},
	})
}
