package tombstone

import (
	"log"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/tools/cache"
)

// KeyBug asks for a key in a way that a tombstone has no answer to.
func KeyBug(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			key, err := cache.MetaNamespaceKeyFunc(obj)
			if err != nil {
				log.Printf("no key: %v", err)
				return
			}
			l.Queue.Add(key)
		},
	}
}

// KeyMended asks in the way that was made for deletes.
func KeyMended(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
			if err != nil {
				log.Printf("no key: %v", err)
				return
			}
			l.Queue.Add(key)
		},
	}
}

// KeyBlankBug does not look at the error: the key it queues is of no object.
func KeyBlankBug(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			key, _ := cache.MetaNamespaceKeyFunc(obj)
			l.Queue.Add(key)
		},
	}
}

// KeyBlankMended can afford that: the key of a delete is never blank.
func KeyBlankMended(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			key, _ := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
			l.Queue.Add(key)
		},
	}
}

// KeyNameBug wants the two halves of the key.
func KeyNameBug(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			if name, err := cache.ObjectToName(obj); err == nil {
				l.Strike(name.Namespace, name.Name)
			}
		},
	}
}

// KeyNameMended gets them from a tombstone too.
func KeyNameMended(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			if name, err := cache.DeletionHandlingObjectToName(obj); err == nil {
				l.Strike(name.Namespace, name.Name)
			}
		},
	}
}

// KeyAccessorBug wants metadata, which a tombstone does not have.
func KeyAccessorBug(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			acc, err := meta.Accessor(obj)
			if err != nil {
				log.Printf("no metadata: %v", err)
				return
			}
			l.Strike(acc.GetNamespace(), acc.GetName())
		},
	}
}

// KeyAccessorMended wants that of the object in it.
func KeyAccessorMended(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = gone.Obj
			}
			acc, err := meta.Accessor(obj)
			if err != nil {
				log.Printf("no metadata: %v", err)
				return
			}
			l.Strike(acc.GetNamespace(), acc.GetName())
		},
	}
}

// PointerBug knows of tombstones, and has one star too many.
func PointerBug(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				gone, ok := obj.(*cache.DeletedFinalStateUnknown)
				if !ok {
					log.Printf("no tombstone either: %T", obj)
					return
				}
				if pod, ok = gone.Obj.(*corev1.Pod); !ok {
					return
				}
			}
			l.Strike(pod.Namespace, pod.Name)
		},
	}
}

// PointerMended is PointerBug without the star.
func PointerMended(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				gone, ok := obj.(cache.DeletedFinalStateUnknown)
				if !ok {
					log.Printf("no tombstone either: %T", obj)
					return
				}
				if pod, ok = gone.Obj.(*corev1.Pod); !ok {
					return
				}
			}
			l.Strike(pod.Namespace, pod.Name)
		},
	}
}

// PointerCaseBug has the star in a case.
func PointerCaseBug(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			switch o := obj.(type) {
			case *corev1.Pod:
				l.Queue.Add(o.Namespace + "/" + o.Name)
			case *cache.DeletedFinalStateUnknown:
				l.Queue.Add(o.Key)
			}
		},
	}
}

// PointerCaseMended has both cases: the pointer does no harm, nor any good.
func PointerCaseMended(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			switch o := obj.(type) {
			case *corev1.Pod:
				l.Queue.Add(o.Namespace + "/" + o.Name)
			case cache.DeletedFinalStateUnknown:
				l.Queue.Add(o.Key)
			case *cache.DeletedFinalStateUnknown:
				l.Queue.Add(o.Key)
			}
		},
	}
}

// WrongUnwrapBug knows that it has a tombstone, and asserts that it is a pod.
func WrongUnwrapBug(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				if _, ok := obj.(cache.DeletedFinalStateUnknown); !ok {
					return
				}
				pod = obj.(*corev1.Pod)
			}
			l.Strike(pod.Namespace, pod.Name)
		},
	}
}

// WrongUnwrapMended asserts it of the object.
func WrongUnwrapMended(l *Ledger) cache.ResourceEventHandler {
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
					return
				}
			}
			l.Strike(pod.Namespace, pod.Name)
		},
	}
}

// WrongUnwrapKeyBug has the tombstone, and does not take the key out of it.
func WrongUnwrapKeyBug(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				key, err := cache.MetaNamespaceKeyFunc(gone)
				if err != nil {
					log.Printf("no key: %v", err)
					return
				}
				l.Queue.Add(key)
				return
			}
			if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
				l.Queue.Add(key)
			}
		},
	}
}

// WrongUnwrapKeyMended takes it out.
func WrongUnwrapKeyMended(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				l.Queue.Add(gone.Key)
				return
			}
			if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
				l.Queue.Add(key)
			}
		},
	}
}

// WrongUnwrapDropBug checks the wrong assertion, so that it fails in silence.
func WrongUnwrapDropBug(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				gone, isTombstone := obj.(cache.DeletedFinalStateUnknown)
				if !isTombstone {
					return
				}
				if pod, ok = obj.(*corev1.Pod); !ok {
					log.Printf("tombstone %s holds no pod", gone.Key)
					return
				}
			}
			l.Strike(pod.Namespace, pod.Name)
		},
	}
}

// WrongUnwrapDropMended checks the right one.
func WrongUnwrapDropMended(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				gone, isTombstone := obj.(cache.DeletedFinalStateUnknown)
				if !isTombstone {
					return
				}
				if pod, ok = gone.Obj.(*corev1.Pod); !ok {
					log.Printf("tombstone %s holds no pod", gone.Key)
					return
				}
			}
			l.Strike(pod.Namespace, pod.Name)
		},
	}
}
