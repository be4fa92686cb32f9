// Package observe calls what others put into its fields when events come, as grafana/rollout-operator (d8840495) and
// mittwald/kubernetes-replicator (f535dd9) do.
package observe

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Listeners are what is called for pods.
type Listeners struct {
	OnPod     func(*corev1.Pod) error // by the event function itself
	OnLater   func(*corev1.Pod) error // by a worker
	OnBeside  func(*corev1.Pod) error // in a goroutine
	OnStarted func() error            // by nobody who runs for events
	OnBoth    func(*corev1.Pod) error // by the event function and by the worker
}

// An Observer has pods observed.
type Observer struct {
	informer  cache.SharedIndexInformer
	listeners Listeners
	pods      chan *corev1.Pod
}

// New makes an observer.
func New(informer cache.SharedIndexInformer, listeners Listeners) *Observer {
	return &Observer{informer: informer, listeners: listeners, pods: make(chan *corev1.Pod, 10)}
}

// Start registers the observer.
func (o *Observer) Start() error {
	if _, err := o.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { o.observed(obj) },
		UpdateFunc: func(_, obj any) { o.observed(obj) },
	}); err != nil {
		return err
	}
	go o.work()
	return o.listeners.OnStarted()
}

func (o *Observer) observed(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	if err := o.listeners.OnPod(pod); err != nil {
		return
	}
	if err := o.listeners.OnBoth(pod); err != nil {
		return
	}
	go o.listeners.OnBeside(pod)
	o.pods <- pod
}

func (o *Observer) work() {
	for pod := range o.pods {
		if o.listeners.OnLater(pod.DeepCopy()) != nil || o.listeners.OnBoth(pod.DeepCopy()) != nil {
			return
		}
	}
}
