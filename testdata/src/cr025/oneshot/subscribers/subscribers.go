// Package subscribers has handlers that tell those who listen.
package subscribers

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/oneshot/subscribers/hub"
)

func follow(inf cache.SharedIndexInformer, bell *hub.Bell, mended *hub.Mended, draining *hub.Draining, fixed *hub.Fixed, brought *hub.Brought) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			name := obj.(*corev1.Service).Name
			bell.Ring(name) // want `hub.Bell.Ring → the send to channel ears, with the lock held that those who receive need to leave, waits until another goroutine is at the other end.*\[oneshot/block\]`
			mended.Ring(name)
			draining.Ring(name) // want `hub.Draining.Ring → the send to channel ears waits.*\[oneshot/handover\]`
			fixed.Ring(name)    // want `hub.Fixed.Ring → the send to channel ears waits.*\[oneshot/handover\]`
			brought.Ring(name)
		},
		UpdateFunc: func(_, obj any) { bell.Apart(obj.(*corev1.Service).Name) },
	})
}
