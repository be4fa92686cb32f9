package queued

import (
	"log"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// A job is done by whoever takes it, as it says.
type job struct {
	item any
	do   func(*job)
}

// A Depot has one channel for jobs of several kinds.
type Depot struct {
	jobs    chan *job
	pods    map[string]bool
	nodes   map[string]bool
	volumes map[string]bool
}

func (d *Depot) post(item any, do func(*job)) {
	j := &job{item: item, do: do}
	d.jobs <- j // want `what goes into field item is a cache.DeletedFinalStateUnknown.*\[tombstone/lost\]`
}

func (d *Depot) podGone(j *job) {
	pod, ok := j.item.(*corev1.Pod)
	if !ok {
		log.Print("no pod")
		return
	}
	delete(d.pods, pod.Name)
}

func (d *Depot) nodeGone(j *job) {
	node, ok := j.item.(*corev1.Node) // rests
	if !ok {
		log.Print("no node")
		return
	}
	delete(d.nodes, node.Name)
}

// volumeGone unwraps it itself: nothing fails.
func (d *Depot) volumeGone(j *job) {
	item := j.item
	if gone, ok := item.(cache.DeletedFinalStateUnknown); ok {
		item = gone.Obj
	}
	if volume, ok := item.(*corev1.PersistentVolume); ok {
		delete(d.volumes, volume.Name)
	}
}

func (d *Depot) run(stop <-chan struct{}) {
	for {
		select {
		case <-stop:
			return
		case j := <-d.jobs:
			j.do(j)
		}
	}
}

// Open adds the handlers.
func (d *Depot) Open(pods, nodes, volumes cache.SharedIndexInformer, stop <-chan struct{}) {
	_, _ = pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) { d.post(obj, d.podGone) }})
	_, _ = nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) { d.post(obj, d.nodeGone) }})
	_, _ = volumes.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) { d.post(obj, d.volumeGone) }})
	go d.run(stop)
}
