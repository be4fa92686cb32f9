package tombstone

import (
	"fmt"
	"log"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

// PanicBug takes for granted that a pod comes with the delete.
func PanicBug(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			pod := obj.(*corev1.Pod)
			l.Queue.Add(pod.Namespace + "/" + pod.Name)
		},
	}
}

// PanicMended is PanicBug with both assertions checked.
func PanicMended(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = gone.Obj
			}
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				log.Printf("not a pod: %T", obj)
				return
			}
			l.Queue.Add(pod.Namespace + "/" + pod.Name)
		},
	}
}

// PanicInterfaceBug asserts an interface: a tombstone has no methods.
func PanicInterfaceBug(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			m := obj.(metav1.Object)
			l.Strike(m.GetNamespace(), m.GetName())
		},
	}
}

// PanicInterfaceMended asserts the interface of what the tombstone holds.
func PanicInterfaceMended(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			gone, isTombstone := obj.(cache.DeletedFinalStateUnknown)
			if isTombstone {
				obj = gone.Obj
			}
			if m, ok := obj.(metav1.Object); ok {
				l.Strike(m.GetNamespace(), m.GetName())
			}
		},
	}
}

// PanicDefaultBug panics by its own hand where only a tombstone gets.
func PanicDefaultBug(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			switch o := obj.(type) {
			case *corev1.Pod:
				l.Strike(o.Namespace, o.Name)
			default:
				panic(fmt.Sprintf("cannot delete a %T", o))
			}
		},
	}
}

// PanicDefaultMended has a case for the tombstone.
func PanicDefaultMended(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			switch o := obj.(type) {
			case *corev1.Pod:
				l.Queue.Add(o.Namespace + "/" + o.Name)
			case cache.DeletedFinalStateUnknown:
				l.Queue.Add(o.Key)
			default:
				panic(fmt.Sprintf("cannot delete a %T", o))
			}
		},
	}
}

// PanicExitBug ends the process in an orderly way, which is no better.
func PanicExitBug(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				log.Fatalf("PanicExitBug got a %T", obj)
			}
			l.Strike(pod.Namespace, pod.Name)
		},
	}
}

// PanicExitMended ends the process for what is neither pod nor tombstone.
func PanicExitMended(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
			if err != nil {
				log.Fatalf("PanicExitMended got a %T", obj)
			}
			l.Queue.Add(key)
		},
	}
}

// NilDerefBug has a second result and does not want to know it.
func NilDerefBug(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			pod, _ := obj.(*corev1.Pod)
			l.Queue.Add(pod.Namespace + "/" + pod.Name)
		},
	}
}

// NilDerefMended takes the nil as the sign to open the tombstone.
func NilDerefMended(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			pod, _ := obj.(*corev1.Pod)
			if pod == nil {
				gone, ok := obj.(cache.DeletedFinalStateUnknown)
				if !ok {
					return
				}
				if pod, ok = gone.Obj.(*corev1.Pod); !ok {
					return
				}
			}
			l.Queue.Add(pod.Namespace + "/" + pod.Name)
		},
	}
}

// NilDerefInterfaceBug calls a method of a nil interface.
func NilDerefInterfaceBug(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			m, _ := obj.(metav1.Object)
			l.Strike(m.GetNamespace(), m.GetName())
		},
	}
}

// NilDerefInterfaceMended asserts what is in the tombstone, and tests for nil.
func NilDerefInterfaceMended(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = gone.Obj
			}
			m, _ := obj.(metav1.Object)
			if m == nil {
				return
			}
			l.Strike(m.GetNamespace(), m.GetName())
		},
	}
}

// NilDerefGoesOnBug complains and forgets to return.
func NilDerefGoesOnBug(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				log.Printf("not a pod: %T", obj)
			}
			l.Strike(pod.Namespace, pod.Name)
		},
	}
}

// NilDerefGoesOnMended returns, after it has queued what the tombstone knows.
func NilDerefGoesOnMended(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
					l.Queue.Add(gone.Key)
				}
				return
			}
			l.Strike(pod.Namespace, pod.Name)
		},
	}
}

// LostBug has no else.
func LostBug(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				l.Queue.Add(pod.Namespace + "/" + pod.Name)
			}
		},
	}
}

// LostMended has one.
func LostMended(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				l.Queue.Add(pod.Namespace + "/" + pod.Name)
			} else if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				l.Queue.Add(gone.Key)
			}
		},
	}
}

// LostEntryBug reports what it should have dealt with: the entry stays.
func LostEntryBug(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				log.Printf("not a pod: %T", obj)
				return
			}
			l.Strike(pod.Namespace, pod.Name)
		},
	}
}

// LostEntryMended opens the tombstone before it complains.
func LostEntryMended(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = gone.Obj
			}
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				log.Printf("not a pod: %T", obj)
				return
			}
			l.Strike(pod.Namespace, pod.Name)
		},
	}
}

// LostSwitchBug has a case for every kind and none for the tombstone.
func LostSwitchBug(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			switch o := obj.(type) {
			case *corev1.Pod:
				l.Strike(o.Namespace, o.Name)
			case *corev1.Secret:
				l.Strike(o.Namespace, o.Name)
			}
		},
	}
}

// LostSwitchMended switches on what the tombstone holds.
func LostSwitchMended(l *Ledger) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: l.Enter,
		DeleteFunc: func(obj any) {
			if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = gone.Obj
			}
			switch o := obj.(type) {
			case *corev1.Pod:
				l.Strike(o.Namespace, o.Name)
			case *corev1.Secret:
				l.Strike(o.Namespace, o.Name)
			}
		},
	}
}
