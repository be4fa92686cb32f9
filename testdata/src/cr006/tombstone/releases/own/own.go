// Package own has a handler of its own: OnAdd has one parameter, up to client-go 0.26.
package own

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

type controller struct {
	queue workqueue.RateLimitingInterface
}

type pods struct{ *controller }

func (p pods) OnAdd(obj interface{}) { p.queue.Add(obj.(*corev1.Pod).Name) }

func (p pods) OnUpdate(_, cur interface{}) { p.queue.Add(cur.(*corev1.Pod).Name) }

func (p pods) OnDelete(obj interface{}) {
	p.queue.Add(obj.(*corev1.Pod).Name) // want `Pod.*\[tombstone/panic\]`
}

var _ cache.ResourceEventHandler = pods{}
