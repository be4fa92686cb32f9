package event

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Worker changes what handlers send it.
type Worker struct {
	pods   chan *corev1.Pod
	nodes  chan *corev1.Node
	copies chan *corev1.Pod
	mixed  chan *corev1.Pod
	done   chan struct{}
}

func (w *Worker) watch(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			w.pods <- obj.(*corev1.Pod)
			w.copies <- obj.(*corev1.Pod).DeepCopy()
			w.mixed <- obj.(*corev1.Pod)
		},
	})
}

func (w *Worker) watchNodes(nodes cache.SharedIndexInformer) {
	nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			node, ok := obj.(*corev1.Node)
			if !ok {
				return
			}
			select {
			case w.nodes <- node:
			case <-w.done:
			}
		},
	})
}

func (w *Worker) run() {
	for pod := range w.pods {
		pod.Labels["seen"] = "yes" // want `Labels of the corev1.Pod that an informer.s event handler is given.*\[mutation/event\]`
	}
	for pod := range w.copies {
		pod.Labels["seen"] = "yes"
	}
	w.mixed <- &corev1.Pod{}
	own := <-w.mixed
	own.Labels["seen"] = "yes"
}

func (w *Worker) runNodes() {
	for {
		select {
		case <-w.done:
			return
		case node := <-w.nodes:
			node.Spec.Unschedulable = true // want `Spec.Unschedulable of the corev1.Node that an informer.s event handler is given.*\[mutation/event\]`
		}
	}
}

// twin copies what it is sent.
func (w *Worker) twin() {
	for {
		select {
		case <-w.done:
			return
		case node := <-w.nodes:
			node = node.DeepCopy()
			node.Spec.Unschedulable = true
		}
	}
}
