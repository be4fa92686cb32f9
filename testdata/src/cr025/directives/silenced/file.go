package silenced

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

func (c *counter) watchFile(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			pod := obj.(*corev1.Pod)
			c.perNode[pod.Spec.NodeName]--
		},
	})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if d, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = d.Obj.(*corev1.Pod) // want `\[tombstone/inner\]`
			}
			pod := obj.(*corev1.Pod)
			c.perNode[pod.Spec.NodeName]--
		},
	})
}

//lint:file-ignore tombstone/panic the other category is still reported, wherever this stands
