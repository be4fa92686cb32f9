package event

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/mutation/event/stamp"
)

// The functions of one registration come to the same change, which another package makes, as in sedna
// (pkg/globalmanager/controllers/dataset/dataset.go).
func watchStamped(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			forward(obj) // want `stamp.Labels \(stamp.go:\d+\) changes Labels of the object that an informer's event handler is given.*\[mutation/event\]`
		},
		UpdateFunc: func(_, obj any) {
			forward(obj) // rests
		},
		DeleteFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				stamp.Labels(pod.DeepCopy())
			}
		},
	})
}

func forward(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	stamp.Labels(pod)
}

// Another registration is another finding.
func watchStampedToo(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			forward(obj) // want `stamp.Labels \(stamp.go:\d+\) changes Labels of the object that an informer's event handler is given.*\[mutation/event\]`
		},
	})
}
