// Package given has handlers that call an interface of another package, which says what all that implement it do.
package given

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/oneshot/given/ticket"
)

type desk struct {
	clients kubernetes.Interface
	stamp   ticket.Stamp
}

// The message names the one that was made.
func (d *desk) one(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		pod := obj.(*corev1.Pod)
		stamp := ticket.OfPod(d.clients, pod.Namespace, pod.Name)
		_ = stamp.Press() // want `ticket.pods.Press → Pods.Patch writes to the API server`
	}})
}

// Which one it is, is not known here: all of them write.
func (d *desk) any(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		_ = d.stamp.Press() // want `ticket.nodes.Press → Nodes.Patch writes to the API server`
	}})
}
