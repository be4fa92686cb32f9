// Package fixes has one finding for each form of each rewrite.
package fixes

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

type lister struct {
	queue workqueue.TypedInterface[string]
	known map[string]int
}

func (l *lister) register(inf cache.SharedIndexInformer) {
	for _, gone := range []func(any){l.plain, l.positive, l.negative, l.switched, l.keyed, l.named, l.pointed, l.pointedSwitch} {
		inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: gone})
	}
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			// The comment before stays.
			pod := obj.(*corev1.Pod) // want `\[tombstone/panic\]`
			delete(l.known, pod.Name)
		},
	})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) { l.queue.Add(obj.(*corev1.Pod).Name) }}) // want `\[tombstone/panic\]`
}

func (l *lister) plain(obj any) {
	if len(l.known) > 0 {
		pod := obj.(*corev1.Pod) // want `\[tombstone/panic\]`
		delete(l.known, pod.Name)
	}
}

func (l *lister) positive(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok { // want `\[tombstone/lost\]`
		l.queue.Add(pod.Name)
	}
}

func (l *lister) negative(obj any) {
	/* before */ pod, ok := obj.(*corev1.Pod) // want `\[tombstone/lost\]`
	if !ok {
		return
	}
	l.queue.Add(pod.Name)
}

func (l *lister) switched(obj any) {
	switch o := obj.(type) { // want `\[tombstone/lost\]`
	// The pods.
	case *corev1.Pod:
		l.queue.Add(o.Name)
	case *corev1.Node:
		l.queue.Add(o.Name)
	}
}

func (l *lister) keyed(obj any) {
	key, err := cache.MetaNamespaceKeyFunc(obj /* the object */) // want `\[tombstone/key\]`
	if err != nil {
		return
	}
	l.queue.Add(key)
}

func (l *lister) named(obj any) {
	name, err := cache.ObjectToName(obj) // want `\[tombstone/key\]`
	if err != nil {
		return
	}
	l.queue.Add(name.String())
}

func (l *lister) pointed(obj any) {
	gone, ok := obj.(*cache.DeletedFinalStateUnknown) // want `\[tombstone/pointer\]`
	if ok {
		obj = gone.Obj
	}
	if pod, ok := obj.(*corev1.Pod); ok {
		l.queue.Add(pod.Name)
	}
}

func (l *lister) pointedSwitch(obj any) {
	switch o := obj.(type) {
	case *corev1.Pod:
		l.queue.Add(o.Name)
	case *cache.DeletedFinalStateUnknown: // want `\[tombstone/pointer\]`
		l.queue.Add(o.Key)
	}
}

// The pointer goes elsewhere, so the value would not do.
func (l *lister) kept(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if gone, ok := obj.(*cache.DeletedFinalStateUnknown); ok { // want `\[tombstone/pointer\]`
				show(gone)
				obj = gone.Obj
			}
			if pod, ok := obj.(*corev1.Pod); ok {
				l.queue.Add(pod.Name)
			}
		},
	})
}

func show(gone *cache.DeletedFinalStateUnknown) { fmt.Println(gone.Key) }

// The value's case is there already: a second one would not compile.
func (l *lister) twice(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			switch o := obj.(type) {
			case *corev1.Pod:
				l.queue.Add(o.Name)
			case *cache.DeletedFinalStateUnknown: // want `\[tombstone/pointer\]`
				l.queue.Add(o.Key)
			case cache.DeletedFinalStateUnknown:
				fmt.Println(o.Key)
			}
		},
	})
}

// What is in the pointer is written to, which is not possible in the value of an assertion.
func (l *lister) written(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if _, ok := obj.(*cache.DeletedFinalStateUnknown); ok { // want `\[tombstone/pointer\]`
				obj.(*cache.DeletedFinalStateUnknown).Key = "gone"
				obj = obj.(*cache.DeletedFinalStateUnknown).Obj
			}
			if pod, ok := obj.(*corev1.Pod); ok {
				l.queue.Add(pod.Name)
			}
		},
	})
}

// The pointer goes into a field, or not into the first variable.
func (l *lister) elsewhere(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				l.queue.Add(pod.Name)
				return
			}
			var s struct {
				gone *cache.DeletedFinalStateUnknown
			}
			var ok bool
			if s.gone, ok = obj.(*cache.DeletedFinalStateUnknown); ok { // want `\[tombstone/pointer\]`
				l.queue.Add(s.gone.Key)
			}
		},
	})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			n, gone := len(l.known), obj.(*cache.DeletedFinalStateUnknown) // want `\[tombstone/pointer\]`
			fmt.Println(n)
			show(gone)
		},
	})
}
