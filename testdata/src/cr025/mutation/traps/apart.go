package traps

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

type request struct{ runtime *int }

type carrier interface{ ensure() *int }

func (r *request) ensure() *int {
	if r.runtime == nil {
		r.runtime = new(int)
	}
	return r.runtime
}

// enqueue puts requests and pods on a queue, and changes the requests.
func (c *Controller) enqueue(obj any) {
	switch of := obj.(type) {
	case *request:
		*of.ensure() = 1
	case *corev1.Pod:
		c.manager.Scheme().Name()
		_ = of.Name
	}
}

func (c *Controller) handles(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		if pod, ok := obj.(*corev1.Pod); ok {
			c.enqueue(pod)
		}
	}})
}
