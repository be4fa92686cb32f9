// Package notify calls what its constructors are given when events come: it keeps that in fields which nobody else can set.
package notify

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// A Notifier notifies of pods.
type Notifier struct {
	onPod    func(*corev1.Pod) error // by the event function itself
	onLater  func(*corev1.Pod) error // by a worker
	onBoth   func(*corev1.Pod) error // by the event function and by the worker
	onDelete func(obj any)           // is the event function
	pods     chan *corev1.Pod
}

// An Option says what else to call.
type Option func(*Notifier)

// WithDelete has it called for deleted pods.
func WithDelete(onDelete func(obj any)) Option { return func(n *Notifier) { n.onDelete = onDelete } }

// New makes a notifier.
func New(onPod, onLater, onBoth func(*corev1.Pod) error, options ...Option) *Notifier {
	n := &Notifier{onPod: onPod, onLater: onLater, onBoth: onBoth, pods: make(chan *corev1.Pod, 10)}
	for _, option := range options {
		option(n)
	}
	return n
}

// Start registers the notifier.
func (n *Notifier) Start(informer cache.SharedIndexInformer) error {
	go n.work()
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { n.notify(obj) },
		DeleteFunc: n.onDelete,
	})
	return err
}

func (n *Notifier) notify(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok || n.onPod(pod) != nil || n.onBoth(pod) != nil {
		return
	}
	n.pods <- pod
}

func (n *Notifier) work() {
	for pod := range n.pods {
		if n.onLater(pod) != nil || n.onBoth(pod) != nil {
			return
		}
	}
}

// A Watch has one function, which callers in this package pass on.
type Watch[T any] struct{ do func(T) }

func newWatch[T any](do func(T)) *Watch[T] { return &Watch[T]{do: do} }

// Pods calls a function for Pods.
func Pods(informer cache.SharedIndexInformer, do func(*corev1.Pod)) error {
	w := newWatch(do)
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: w.added})
	return err
}

func (w *Watch[T]) added(obj any) {
	if t, ok := obj.(T); ok {
		w.do(t)
	}
}
