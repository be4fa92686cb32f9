package pointer

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Both forms, for those who are not sure: the value is there, so it works.
func (s *scheduler) watchBothForms(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			switch o := obj.(type) {
			case *corev1.Pod:
				s.queue.Add(o.Name)
			case *cache.DeletedFinalStateUnknown:
				s.queue.Add(o.Key)
			case cache.DeletedFinalStateUnknown:
				s.queue.Add(o.Key)
			}
		},
	})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = gone.Obj
			} else if gone, ok := obj.(*cache.DeletedFinalStateUnknown); ok {
				obj = gone.Obj
			}
			if pod, ok := obj.(*corev1.Pod); ok {
				s.queue.Add(pod.Name)
			}
		},
	})
}

// A queue of our own holds pointers; no informer ever fills it.
type missed struct{ items []any }

func (m *missed) push(gone cache.DeletedFinalStateUnknown) {
	m.items = append(m.items, &gone)
}

func (m *missed) keys() (keys []string) {
	for _, item := range m.items {
		if gone, ok := item.(*cache.DeletedFinalStateUnknown); ok {
			keys = append(keys, gone.Key)
		}
	}
	return keys
}

// The typed handlers keep a pointer of their own.
func gone(d cache.DeletedObject[*corev1.Pod]) string {
	if d.FinalStateUnknown != nil {
		return d.FinalStateUnknown.Key
	}
	return d.GetKey()
}
