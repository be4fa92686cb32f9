package tombstone

import (
	corev1 "k8s.io/api/core/v1"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// InnerBug opens the tombstone and takes for granted that a pod is in it.
func InnerBug(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				gone, ok := obj.(cache.DeletedFinalStateUnknown)
				if !ok {
					return
				}
				pod = gone.Obj.(*corev1.Pod)
			}
			l.Queue.Add(pod.Namespace + "/" + pod.Name)
		},
	}
}

// InnerMended makes do with the key where there is no pod.
func InnerMended(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				gone, ok := obj.(cache.DeletedFinalStateUnknown)
				if !ok {
					return
				}
				if pod, ok = gone.Obj.(*corev1.Pod); !ok {
					l.Queue.Add(gone.Key)
					return
				}
			}
			l.Queue.Add(pod.Namespace + "/" + pod.Name)
		},
	}
}

// InnerBlankBug throws away what would have told it that there is no pod.
func InnerBlankBug(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				gone, ok := obj.(cache.DeletedFinalStateUnknown)
				if !ok {
					return
				}
				pod, _ = gone.Obj.(*corev1.Pod)
			}
			l.Strike(pod.Namespace, pod.Name)
		},
	}
}

// InnerBlankMended takes the name from the key, which is always there.
func InnerBlankMended(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			name, err := cache.DeletionHandlingObjectToName(obj)
			if err != nil {
				return
			}
			l.Strike(name.Namespace, name.Name)
		},
	}
}

// InnerReassignBug is right about pods, and about tombstones that hold one.
func InnerReassignBug(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = gone.Obj
			}
			pod := obj.(*corev1.Pod)
			l.Strike(pod.Namespace, pod.Name)
		},
	}
}

// InnerReassignMended is right about tombstones that hold nothing as well.
func InnerReassignMended(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				if gone.Obj == nil {
					l.Queue.Add(gone.Key)
					return
				}
				obj = gone.Obj
			}
			pod := obj.(*corev1.Pod)
			l.Strike(pod.Namespace, pod.Name)
		},
	}
}

// OptionalBug reads a field of the object that may be missing.
func OptionalBug(l *Ledger) cache.TypedResourceEventHandler[*corev1.Pod] {
	return coreinformers.PodHandlerFuncs{
		AddFunc: func(pod *corev1.Pod) { l.Enter(pod) },
		DeleteFunc: func(gone coreinformers.DeletedPod) {
			l.Queue.Add(gone.OptionalObj.Namespace + "/" + gone.OptionalObj.Name)
		},
	}
}

// OptionalMended asks for the key, which is never missing.
func OptionalMended(l *Ledger) cache.TypedResourceEventHandler[*corev1.Pod] {
	return coreinformers.PodHandlerFuncs{
		AddFunc: func(pod *corev1.Pod) { l.Enter(pod) },
		DeleteFunc: func(gone coreinformers.DeletedPod) {
			l.Queue.Add(gone.GetKey())
		},
	}
}

// OptionalMethodBug calls a promoted method, which needs the object as much.
func OptionalMethodBug(l *Ledger) cache.TypedResourceEventHandler[*corev1.Pod] {
	return cache.TypedResourceEventHandlerFuncs[*corev1.Pod]{
		AddFunc: func(pod *corev1.Pod) { l.Enter(pod) },
		DeleteFunc: func(gone cache.DeletedObject[*corev1.Pod]) {
			pod := gone.OptionalObj
			l.Strike(pod.GetNamespace(), pod.GetName())
		},
	}
}

// OptionalMethodMended looks before it calls.
func OptionalMethodMended(l *Ledger) cache.TypedResourceEventHandler[*corev1.Pod] {
	return cache.TypedResourceEventHandlerFuncs[*corev1.Pod]{
		AddFunc: func(pod *corev1.Pod) { l.Enter(pod) },
		DeleteFunc: func(gone cache.DeletedObject[*corev1.Pod]) {
			if pod := gone.OptionalObj; pod != nil {
				l.Strike(pod.GetNamespace(), pod.GetName())
				return
			}
			l.Queue.Add(gone.GetKey())
		},
	}
}

// OptionalFilterBug is right behind the filter and wrong in it.
func OptionalFilterBug(l *Ledger) cache.TypedResourceEventHandler[*corev1.Pod] {
	return coreinformers.PodFilteringHandler{
		FilterFunc: func(pod *corev1.Pod) bool { return pod.Namespace == "shop" },
		Handler: coreinformers.PodHandlerFuncs{
			AddFunc:    func(pod *corev1.Pod) { l.Enter(pod) },
			DeleteFunc: func(gone coreinformers.DeletedPod) { l.Queue.Add(gone.GetKey()) },
		},
	}
}

// OptionalFilterMended lets a missing object through.
func OptionalFilterMended(l *Ledger) cache.TypedResourceEventHandler[*corev1.Pod] {
	return coreinformers.PodFilteringHandler{
		FilterFunc: func(pod *corev1.Pod) bool { return pod == nil || pod.Namespace == "shop" },
		Handler: coreinformers.PodHandlerFuncs{
			AddFunc:    func(pod *corev1.Pod) { l.Enter(pod) },
			DeleteFunc: func(gone coreinformers.DeletedPod) { l.Queue.Add(gone.GetKey()) },
		},
	}
}
