package panicking

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

type ledger struct {
	queue stringQueue
	used  map[string]int64
}

// Adds and updates are never tombstones.
func (l *ledger) watchAdds(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { l.queue.Add(obj.(*corev1.Pod).Name) },
		UpdateFunc: func(old, cur any) {
			if old.(*corev1.Pod).ResourceVersion == cur.(*corev1.Pod).ResourceVersion {
				return
			}
			l.queue.Add(cur.(*corev1.Pod).Name)
		},
	})
	pods.AddEventHandler(cache.ResourceEventHandlerDetailedFuncs{
		AddFunc:    func(obj any, initial bool) { l.queue.Add(obj.(*corev1.Pod).Name) },
		DeleteFunc: nil,
	})
}

// The comma-ok test and the plain assertion are of the same type.
func (l *ledger) watchTwice(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if _, ok := obj.(*corev1.Pod); ok {
				l.queue.Add(obj.(*corev1.Pod).Name)
			} else if t, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				l.queue.Add(t.Key)
			}
		},
	})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			switch obj.(type) {
			case *corev1.Pod:
				l.queue.Add(obj.(*corev1.Pod).Name)
			case cache.DeletedFinalStateUnknown:
				l.queue.Add(obj.(cache.DeletedFinalStateUnknown).Key)
			}
		},
	})
}

func isTombstone(obj any) bool {
	_, ok := obj.(cache.DeletedFinalStateUnknown)
	return ok
}

// A predicate of our own guards the assertion.
func (l *ledger) watchGuarded(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if isTombstone(obj) {
				l.queue.Add(obj.(cache.DeletedFinalStateUnknown).Key)
				return
			}
			l.queue.Add(obj.(*corev1.Pod).Name)
		},
	})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if !isTombstone(obj) {
				l.queue.Add(obj.(*corev1.Pod).Name)
			} else {
				l.resync()
			}
		},
	})
}

func (l *ledger) resync() { l.queue.Add("*") }

// A helper takes an old and a new state. Only the new one is asserted plainly,
// and a delete has none.
func (l *ledger) watchPairs(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { l.shift(nil, obj) },
		UpdateFunc: func(old, cur any) { l.shift(old, cur) },
		DeleteFunc: func(obj any) { l.shift(obj, nil) },
	})
}

func (l *ledger) shift(before, after any) {
	if before != nil {
		if t, ok := before.(cache.DeletedFinalStateUnknown); ok {
			before = t.Obj
		}
		if p, ok := before.(*corev1.Pod); ok {
			l.used[p.Spec.NodeName]--
		}
	}
	if after != nil {
		l.used[after.(*corev1.Pod).Spec.NodeName]++
	}
}

// The plain assertion is of another value.
func (l *ledger) watchOther(pods cache.SharedIndexInformer, template any) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			base := template.(*corev1.Pod)
			key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
			if err != nil {
				return
			}
			l.queue.Add(base.Name + "@" + key)
		},
	})
}

// The plain assertion is of the tombstone type, in the branch where it holds.
func (l *ledger) watchLogged(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				if !isTombstone(obj) {
					return
				}
				t := obj.(cache.DeletedFinalStateUnknown)
				klog.V(1).Infof("missed the delete of %s", t.Key)
				pod, _ = t.Obj.(*corev1.Pod)
				if pod == nil {
					l.resync()
					return
				}
			}
			l.used[pod.Spec.NodeName]--
		},
	})
}

// A function of this package that takes any, asserts, and is called with pods
// from a lister only.
func (l *ledger) rebuild(store cache.Store) {
	for _, item := range store.List() {
		l.add(item)
	}
}

func (l *ledger) add(item any) {
	l.used[item.(*corev1.Pod).Spec.NodeName]++
}
