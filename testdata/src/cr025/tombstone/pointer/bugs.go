// Package pointer holds delete handlers that look for a pointer, where
// client-go passes the tombstone by value.
package pointer

import (
	"errors"
	"fmt"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
)

type scheduler struct {
	queue workqueue.TypedRateLimitingInterface[string]
	seats map[string]int
}

// The usual chain, with one star too many.
func (s *scheduler) watchPods(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				gone, ok := obj.(*cache.DeletedFinalStateUnknown) // want `\[tombstone/pointer\]`
				if !ok {
					utilruntime.HandleError(fmt.Errorf("no tombstone: %T", obj))
					return
				}
				if pod, ok = gone.Obj.(*corev1.Pod); !ok {
					utilruntime.HandleError(errors.New("tombstone without pod"))
					return
				}
			}
			delete(s.seats, pod.Name)
		},
	})
}

// As a case.
func (s *scheduler) watchJobs(jobs cache.SharedIndexInformer) {
	jobs.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			switch o := obj.(type) {
			case *batchv1.Job:
				s.queue.Add(o.Namespace + "/" + o.Name)
			case *cache.DeletedFinalStateUnknown: // want `\[tombstone/pointer\]`
				s.queue.Add(o.Key)
			}
		},
	})
}

// Reassigned, then checked.
func (s *scheduler) watchNodes(nodes cache.SharedIndexInformer) {
	nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: s.nodeGone})
}

func (s *scheduler) nodeGone(obj any) {
	if gone, ok := obj.(*cache.DeletedFinalStateUnknown); ok { // want `\[tombstone/pointer\]`
		obj = gone.Obj
	}
	node, ok := obj.(*corev1.Node)
	if !ok {
		klog.Errorf("not a node: %T", obj)
		return
	}
	delete(s.seats, node.Name)
}

// In a helper that was made to unwrap.
func (s *scheduler) watchClaims(pvcs cache.SharedIndexInformer) {
	pvcs.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if m := s.unwrap(obj); m != nil {
				s.queue.Add(m.GetName())
			}
		},
	})
}

func (s *scheduler) unwrap(obj any) metav1.Object {
	if gone, ok := obj.(*cache.DeletedFinalStateUnknown); ok { // want `\[tombstone/pointer\]`
		obj = gone.Obj
	}
	m, _ := obj.(metav1.Object)
	return m
}

// Without a check, as the last word of the handler.
func (s *scheduler) watchSecrets(secrets cache.SharedIndexInformer) {
	secrets.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if sec, ok := obj.(*corev1.Secret); ok {
				s.queue.Add(sec.Name)
				return
			}
			s.queue.Add(obj.(*cache.DeletedFinalStateUnknown).Key) // want `\[tombstone/pointer\]`
		},
	})
}
