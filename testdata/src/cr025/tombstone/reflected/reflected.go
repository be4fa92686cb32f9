// Package reflected has delete functions that ask for the type of what they are given.
package reflected

import (
	"reflect"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"

	"ctrllint.test/cr025/tombstone/reflected/refs"
)

type ref struct{ kind, key string }

type controller struct {
	queue workqueue.TypedRateLimitingInterface[ref]
	refs  workqueue.TypedRateLimitingInterface[refs.Ref]
}

func (c *controller) watch(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.enqueue, DeleteFunc: c.enqueue})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.byValue, DeleteFunc: c.byValue})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.enqueueMended, DeleteFunc: c.enqueueMended})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.ifPointer, DeleteFunc: c.ifPointer})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.onlyName, DeleteFunc: c.onlyName})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.ifPod})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.ifListed})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.ofNil})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.elsewhere})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.elsewhereMended})
}

func (c *controller) enqueue(obj any) {
	kind := reflect.TypeOf(obj).Elem().Name() // want `Elem of its reflect.Type panics when the informer missed the delete and hands over a cache.DeletedFinalStateUnknown, which is no pointer; unwrap the tombstone's Obj first \[tombstone/panic\]`
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		return
	}
	c.queue.Add(ref{kind, key})
}

func (c *controller) byValue(obj any) {
	v := reflect.ValueOf(obj)
	name := v.Elem().FieldByName("Name").String() // want `Elem of its reflect.Value panics .*\[tombstone/panic\]`
	c.queue.Add(ref{v.Type().String(), name})
}

func (c *controller) enqueueMended(obj any) {
	if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = gone.Obj
	}
	kind := reflect.TypeOf(obj).Elem().Name()
	key, err := cache.MetaNamespaceKeyFunc(obj)
	if err != nil {
		return
	}
	c.queue.Add(ref{kind, key})
}

// What is no pointer is left as it is.
func (c *controller) ifPointer(obj any) {
	of := reflect.TypeOf(obj)
	if of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		return
	}
	c.queue.Add(ref{of.Name(), key})
}

// What is no Pod is left alone.
func (c *controller) ifPod(obj any) {
	if reflect.TypeOf(obj) != reflect.TypeOf(&corev1.Pod{}) {
		return
	}
	c.queue.Add(ref{reflect.TypeOf(obj).Elem().Name(), obj.(*corev1.Pod).Name})
}

// Its kind is looked for.
var pointers = map[reflect.Kind]bool{reflect.Pointer: true}

func (c *controller) ifListed(obj any) {
	if of := reflect.TypeOf(obj); pointers[of.Kind()] {
		c.queue.Add(ref{of.Elem().Name(), "listed"})
	}
}

// A nil pointer has a type, too.
func (c *controller) ofNil(obj any) {
	pod, _ := obj.(*corev1.Pod)
	c.queue.Add(ref{reflect.TypeOf(pod).Elem().Name(), "pod"})
}

// The type of a tombstone has a name.
func (c *controller) onlyName(obj any) {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		return
	}
	c.queue.Add(ref{reflect.TypeOf(obj).String(), key})
}

func (c *controller) elsewhere(obj any) {
	r, err := refs.Of(obj) // want `refs.Of, which calls Elem of its reflect.Type \(refs.go:\d+\), panics when .*\[tombstone/panic\]`
	if err != nil {
		return
	}
	c.refs.Add(r)
}

func (c *controller) elsewhereMended(obj any) {
	if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = gone.Obj
	}
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	if r, err := refs.Of(pod); err == nil {
		c.refs.Add(r)
	}
}
