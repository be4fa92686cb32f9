package nilderef

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// A promoter makes keys of what it is given as an object's metadata.
type promoter struct {
	queue workqueue.TypedRateLimitingInterface[string]
}

func keyOf(obj metav1.Object) string { return obj.GetNamespace() + "/" + obj.GetName() }

func (p *promoter) early(obj any) {
	pod, ok := obj.(*corev1.Pod) // want `the use of it at promoted.go:\d+ panics.*\[tombstone/nilderef\]`
	println(keyOf(pod))
	if !ok {
		return
	}
	p.queue.Add(keyOf(pod))
}

func (p *promoter) late(obj any) {
	if unknown, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = unknown.Obj
	}
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	println(keyOf(pod))
	p.queue.Add(keyOf(pod))
}

// An owner can be asked though it is nil.
type owner struct{ name string }

func (o *owner) GetName() string {
	if o == nil {
		return ""
	}
	return o.name
}

type named interface{ GetName() string }

func nameOf(n named) string { return n.GetName() }

func (p *promoter) asked(obj any) {
	if unknown, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = unknown.Obj
	}
	of, _ := obj.(*owner)
	println(nameOf(of))
	if pod, ok := obj.(*corev1.Pod); ok {
		p.queue.Add(keyOf(pod))
	}
}

func (p *promoter) watch(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: p.early})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: p.late})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: p.asked})
}
