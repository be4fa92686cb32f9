// Package watch calls functions that others give it with the objects of informers, as skupper's watchers do
// (internal/kube/watchers/resources.go): by a field of a generic struct, whose method an item of a work queue has as an interface.
package watch

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/informers"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// A Handler is called with an object that has changed.
type Handler[T runtime.Object] func(key string, obj T) error

// A Watcher calls it.
type Watcher[T runtime.Object] struct {
	handle   Handler[T]
	informer cache.SharedIndexInformer
}

// Get returns an object of the informer's store.
func (w Watcher[T]) Get(key string) (T, error) {
	var none T
	found, ok, err := w.informer.GetStore().GetByKey(key)
	if err != nil || !ok {
		return none, err
	}
	obj, ok := found.(T)
	if !ok {
		return none, fmt.Errorf("a %T", found)
	}
	return obj, nil
}

// Handle implements Processor.
func (w Watcher[T]) Handle(i Item) error {
	obj, err := w.Get(i.Key)
	if err != nil || w.handle == nil {
		return err
	}
	return w.handle(i.Key, obj)
}

// A Processor handles items.
type Processor interface {
	Handle(Item) error
}

// An Item is an object that has changed, with who handles it.
type Item struct {
	Processor
	Key string
}

// A Loop takes items from its queue.
type Loop struct {
	factory informers.SharedInformerFactory
	queue   workqueue.TypedRateLimitingInterface[Item]
}

// Next handles the next item.
func (l *Loop) Next() bool {
	item, done := l.queue.Get()
	if done {
		return false
	}
	defer l.queue.Done(item)
	if err := item.Processor.Handle(item); err != nil {
		l.queue.AddRateLimited(item)
	}
	return true
}

func newWatcher[T runtime.Object](informer cache.SharedIndexInformer, handle Handler[T]) *Watcher[T] {
	return &Watcher[T]{handle: handle, informer: informer}
}

func add[T runtime.Object](l *Loop, informer cache.SharedIndexInformer, handle Handler[T]) *Watcher[T] {
	w := newWatcher(informer, handle)
	enqueue := func(obj any) {
		if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
			l.queue.Add(Item{w, key})
		}
	}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    enqueue,
		UpdateFunc: func(_, obj any) { enqueue(obj) },
		DeleteFunc: enqueue,
	})
	return w
}

// Pods has handle called for Pods.
func (l *Loop) Pods(handle Handler[*corev1.Pod]) *Watcher[*corev1.Pod] {
	return add(l, l.factory.Core().V1().Pods().Informer(), handle)
}

// Copies has handle called for copies of Nodes.
func (l *Loop) Copies(handle Handler[*corev1.Node]) *Watcher[*corev1.Node] {
	return add(l, l.factory.Core().V1().Nodes().Informer(), func(key string, node *corev1.Node) error {
		return handle(key, node.DeepCopy())
	})
}

// A Keeper does what it is told to do with Secrets, by options.
type Keeper struct {
	lister corelisters.SecretLister
	each   func(*corev1.Secret)
	spare  func(*corev1.Secret)
}

// An Option tells a Keeper what to do.
type Option func(*Keeper)

// WithEach has it called for the Secrets.
func WithEach(each func(*corev1.Secret)) Option { return func(k *Keeper) { k.each = each } }

// WithSpare has it called for copies of Secrets.
func WithSpare(spare func(*corev1.Secret)) Option { return func(k *Keeper) { k.spare = spare } }

// NewKeeper returns a Keeper.
func NewKeeper(lister corelisters.SecretLister, options ...Option) *Keeper {
	k := &Keeper{lister: lister}
	for _, option := range options {
		option(k)
	}
	return k
}

// Keep calls them.
func (k *Keeper) Keep() error {
	secrets, err := k.lister.List(labels.Everything())
	for _, secret := range secrets {
		k.each(secret)
		k.spare(secret.DeepCopy())
	}
	return err
}

// Each calls a function for the Secrets of a lister.
func Each(lister corelisters.SecretLister, do func(*corev1.Secret)) error {
	secrets, err := lister.List(labels.Everything())
	for _, secret := range secrets {
		do(secret)
	}
	return err
}

// Apply calls functions for an object.
func Apply(pod *corev1.Pod, all ...func(*corev1.Pod)) {
	for _, do := range all {
		do(pod)
	}
}

// With calls a function for an object.
func With(pod *corev1.Pod, do func(*corev1.Pod)) { do(pod) }
