package generics

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// open is what all of the above should have used.
func open[T client.Object](obj any) (o T, ok bool) {
	switch v := obj.(type) {
	case cache.DeletedFinalStateUnknown:
		o, ok = v.Obj.(T)
	case T:
		o, ok = v, true
	}
	return o, ok
}

// Deleted calls gone with the object, tombstone or not.
func deleted[T client.Object](gone func(T)) func(any) {
	return func(obj any) {
		if o, ok := open[T](obj); ok {
			gone(o)
		}
	}
}

func watchOpened(inf cache.SharedIndexInformer, q keys) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: deleted(func(pod *corev1.Pod) { q.Add(client.ObjectKeyFromObject(pod)) }),
	})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			node, ok := open[*corev1.Node](obj)
			if !ok {
				return
			}
			q.Add(client.ObjectKeyFromObject(node))
		},
	})
}

// A generic handler type that is right.
type ledger[T client.Object] struct{ seen map[client.ObjectKey]T }

func (l ledger[T]) OnAdd(obj any, _ bool) {
	if o, ok := obj.(T); ok {
		l.seen[client.ObjectKeyFromObject(o)] = o
	}
}

func (l ledger[T]) OnUpdate(_, cur any) { l.OnAdd(cur, false) }

func (l ledger[T]) OnDelete(obj any) {
	if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		l.OnDelete(gone.Obj)
		return
	}
	if o, ok := obj.(T); ok {
		delete(l.seen, client.ObjectKeyFromObject(o))
	}
}

func watchLedger(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(ledger[*corev1.Node]{seen: map[client.ObjectKey]*corev1.Node{}})
}

// The same unchecked helper as in the bugs, in a handler of adds. (A twin of
// its own, so that the bug is not in it.)
func sure[T any](obj any) T { return obj.(T) }

func watchAdds(inf cache.SharedIndexInformer, q keys) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { q.Add(client.ObjectKeyFromObject(sure[*corev1.Pod](obj))) },
	})
}
