package tombstone

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/tools/cache"
)

// FilterPanicBug asserts in the filter, which sees a tombstone first.
func FilterPanicBug(l *Ledger) cache.ResourceEventHandler {
	return cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			return obj.(*corev1.Pod).Namespace == "shop"
		},
		Handler: cache.ResourceEventHandlerFuncs{
			AddFunc: l.Enter,
			DeleteFunc: func(obj any) {
				if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
					l.Queue.Add(key)
				}
			},
		},
	}
}

// FilterPanicMended opens the tombstone in the filter too.
func FilterPanicMended(l *Ledger) cache.ResourceEventHandler {
	return cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = gone.Obj
			}
			pod, ok := obj.(*corev1.Pod)
			return ok && pod.Namespace == "shop"
		},
		Handler: cache.ResourceEventHandlerFuncs{
			AddFunc: l.Enter,
			DeleteFunc: func(obj any) {
				if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
					l.Queue.Add(key)
				}
			},
		},
	}
}

// FilterFalseBug answers false for what it does not know, so that the delete
// function never hears of the tombstone it could have dealt with.
func FilterFalseBug(l *Ledger) cache.ResourceEventHandler {
	return cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			pod, ok := obj.(*corev1.Pod)
			return ok && pod.Namespace == "shop"
		},
		Handler: cache.ResourceEventHandlerFuncs{
			AddFunc: l.Enter,
			DeleteFunc: func(obj any) {
				if name, err := cache.DeletionHandlingObjectToName(obj); err == nil {
					l.Strike(name.Namespace, name.Name)
				}
			},
		},
	}
}

// FilterFalseMended answers true for it: the delete function copes.
func FilterFalseMended(l *Ledger) cache.ResourceEventHandler {
	return cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			pod, ok := obj.(*corev1.Pod)
			return !ok || pod.Namespace == "shop"
		},
		Handler: cache.ResourceEventHandlerFuncs{
			AddFunc: l.Enter,
			DeleteFunc: func(obj any) {
				if name, err := cache.DeletionHandlingObjectToName(obj); err == nil {
					l.Strike(name.Namespace, name.Name)
				}
			},
		},
	}
}

// FilterAccessorBug wants metadata of what has none.
func FilterAccessorBug(l *Ledger) cache.ResourceEventHandler {
	return cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			acc, err := meta.Accessor(obj)
			if err != nil {
				return false
			}
			return acc.GetNamespace() == "shop"
		},
		Handler: cache.ResourceEventHandlerFuncs{
			AddFunc: l.Enter,
			DeleteFunc: func(obj any) {
				if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
					l.Queue.Add(key)
				}
			},
		},
	}
}

// FilterAccessorMended asks for the name instead, which a tombstone has.
func FilterAccessorMended(l *Ledger) cache.ResourceEventHandler {
	return cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			name, err := cache.DeletionHandlingObjectToName(obj)
			if err != nil {
				return false
			}
			return name.Namespace == "shop"
		},
		Handler: cache.ResourceEventHandlerFuncs{
			AddFunc: l.Enter,
			DeleteFunc: func(obj any) {
				if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
					l.Queue.Add(key)
				}
			},
		},
	}
}
