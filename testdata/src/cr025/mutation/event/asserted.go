package event

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/mutation/event/adapt"
)

// Put marks the pods of those that are added.
func Put(i adapt.Item) string {
	switch i := i.(type) {
	case *adapt.AddItem:
		i.Pod.Labels["queued"] = "true"
	case *adapt.DropItem:
		return "-" + i.Pod.Name
	}
	return i.Key()
}

func enqueued() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			Put(&adapt.AddItem{Pod: obj.(*corev1.Pod)}) // want `event.Put \(asserted.go:\d+\) changes Labels of the corev1.Pod that an informer's event handler is given`
		},
	}
}

func dropped() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		UpdateFunc: func(_, obj any) { Put(&adapt.DropItem{Pod: obj.(*corev1.Pod)}) },
	}
}

// A cached object has a field that no server knows, which is filled when it is first asked for.
type lazyPod struct {
	corev1.Pod
	names map[string]bool
}

func (p *lazyPod) known() map[string]bool {
	if p.names == nil {
		p.names = map[string]bool{p.Name: true}
	}
	return p.names
}

func lazily(seen map[string]bool) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if pod := obj.(*lazyPod); !pod.known()[pod.Name] { // want `note: .*lazyPod.known .*changes names of the lazyPod`
				seen[pod.Name] = true
			}
		},
	}
}
