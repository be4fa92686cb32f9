package wrongunwrap

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// The tombstone is handed on to those who can open it.
func (e *exporter) watchHanded(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			gone, ok := obj.(cache.DeletedFinalStateUnknown)
			if !ok {
				e.enqueueAny(obj)
				return
			}
			klog.V(1).InfoS("missed delete", "tombstone", gone)
			e.enqueueAny(gone)
		},
	})
}

func (e *exporter) enqueueAny(obj any) {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		return
	}
	e.queue.Add(key)
}

// The raw value is asserted again after it has been replaced.
func (e *exporter) watchReplaced(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				gone, isTombstone := obj.(cache.DeletedFinalStateUnknown)
				if !isTombstone {
					return
				}
				obj = gone.Obj
				if pod, ok = obj.(*corev1.Pod); !ok {
					return
				}
			}
			delete(e.series, pod.Name)
		},
	})
}

// A new tombstone is made of the old one's parts, for a function that takes
// tombstones.
func (e *exporter) watchCopied(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			switch o := obj.(type) {
			case *corev1.Pod:
				e.enqueueAny(o)
			case cache.DeletedFinalStateUnknown:
				e.missed(cache.DeletedFinalStateUnknown{Key: o.Key})
			}
		},
	})
}

func (e *exporter) missed(gone cache.DeletedFinalStateUnknown) { e.queue.Add(gone.Key) }
