package inner

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// The switch has found out what is inside before it is asserted.
func (e *evictor) watchKnown(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			gone, ok := obj.(cache.DeletedFinalStateUnknown)
			if !ok {
				return
			}
			if _, ok := gone.Obj.(*corev1.Pod); !ok {
				e.queue.Add(gone.Key)
				return
			}
			e.queue.Add(gone.Obj.(*corev1.Pod).Name)
		},
	})
}

// Nothing but a nil Obj is excluded, and nothing but a nil Obj can go wrong in
// an informer of one type.
func (e *evictor) watchNilTested(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				if gone.Obj == nil {
					e.queue.Add(gone.Key)
					return
				}
				obj = gone.Obj
			}
			e.queue.Add(obj.(*corev1.Pod).Name)
		},
	})
}

// The inner value is only passed on.
func (e *evictor) watchPassed(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				e.drop(gone.Obj)
				return
			}
			e.drop(obj)
		},
	})
}

func (e *evictor) drop(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		e.queue.Add(pod.Name)
	}
}

// A field named Obj of another type.
type entry struct {
	Key string
	Obj any
}

func (e *evictor) flush(entries []entry) {
	for _, en := range entries {
		e.queue.Add(en.Obj.(*corev1.Pod).Name)
	}
}
