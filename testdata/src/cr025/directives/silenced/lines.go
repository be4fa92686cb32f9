package silenced

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

func (c *counter) watchLines(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				c.perNode[pod.Spec.NodeName]--
			} else { //lint:ignore tombstone this is about its own line
				c.perNode[obj.(*corev1.Node).Name]-- // want `Node.*\[tombstone/panic\]`
			}
		},
	})
	// The compiler is told other line numbers, by which nothing here goes.
//line pods.tmpl:100
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			//lint:ignore tombstone this informer never misses a delete
//line pods.tmpl:300
			c.perNode[obj.(*corev1.Pod).Name]--
		},
	})
}
