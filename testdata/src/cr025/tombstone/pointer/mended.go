package pointer

import (
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

type mendedScheduler struct{ scheduler }

func (s *mendedScheduler) watchPods(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				gone, ok := obj.(cache.DeletedFinalStateUnknown)
				if !ok {
					return
				}
				if pod, ok = gone.Obj.(*corev1.Pod); !ok {
					return
				}
			}
			delete(s.seats, pod.Name)
		},
	})
}

func (s *mendedScheduler) watchJobs(jobs cache.SharedIndexInformer) {
	jobs.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			switch o := obj.(type) {
			case *batchv1.Job:
				s.queue.Add(o.Namespace + "/" + o.Name)
			case cache.DeletedFinalStateUnknown:
				s.queue.Add(o.Key)
			}
		},
	})
}

func (s *mendedScheduler) nodeGone(obj any) {
	if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = gone.Obj
	}
	node, ok := obj.(*corev1.Node)
	if !ok {
		klog.Errorf("not a node: %T", obj)
		return
	}
	delete(s.seats, node.Name)
}

func (s *mendedScheduler) watchNodes(nodes cache.SharedIndexInformer) {
	nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: s.nodeGone})
}
