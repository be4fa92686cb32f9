package lost

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// A nodes queue has the names of nodes.
type nodes struct {
	queue workqueue.TypedRateLimitingInterface[string]
}

// Each node once, whichever the pod names.
func (n *nodes) gone(obj any) {
	pod, ok := obj.(*corev1.Pod) // want `the delete is lost.*the assertion to \*corev1.Pod fails.*\[tombstone/lost\]`
	if !ok {
		return
	}
	for _, name := range named(pod) {
		n.queue.Add(name)
	}
}

func named(pod *corev1.Pod) []string {
	names := sets.New[string]()
	if pod.Spec.NodeName != "" {
		names.Insert(pod.Spec.NodeName)
	}
	if nominated := pod.Status.NominatedNodeName; nominated != "" {
		names.Insert(nominated)
	}
	return names.UnsortedList()
}

// The same with a map.
func (n *nodes) left(obj any) {
	pod, ok := obj.(*corev1.Pod) // want `the delete is lost.*the assertion to \*corev1.Pod fails.*\[tombstone/lost\]`
	if !ok {
		return
	}
	names := map[string]bool{}
	names[pod.Spec.NodeName] = true
	names[pod.Status.NominatedNodeName] = true
	for name := range names {
		n.queue.Add(name)
	}
}

// unwrapped has it mended.
func (n *nodes) unwrapped(obj any) {
	if unknown, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = unknown.Obj
	}
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	for _, name := range named(pod) {
		n.queue.Add(name)
	}
}

// every asks for the same nodes whatever was deleted.
func (n *nodes) every(obj any) {
	names := sets.New("first", "second")
	if pod, ok := obj.(*corev1.Pod); ok {
		println(pod.Name)
	}
	for _, name := range names.UnsortedList() {
		n.queue.Add(name)
	}
}

// asked asks for the same nodes too, behind the assertion.
func (n *nodes) asked(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	names := sets.New("first", "second")
	if names.Has(pod.Spec.NodeName) {
		println(pod.Name)
	}
	for _, name := range names.UnsortedList() {
		n.queue.Add(name)
	}
}

func (n *nodes) watch(informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: n.gone})
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: n.left})
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: n.unwrapped})
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: n.every})
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: n.asked})
}
