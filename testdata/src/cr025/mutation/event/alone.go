package event

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// A Ferry has informers of its own, which nobody else knows.
type Ferry struct {
	names  []string
	aboard map[string]*corev1.Pod
	store  cache.Store
}

func (f *Ferry) boarded(obj any) {
	pod := obj.(*corev1.Pod)
	pod.Labels["boarded"] = f.names[0] // want `note: .*changes Labels of the corev1.Pod that an informer's event handler is given.*: nobody else has it as long as .*\[mutation/event\]`
}

func (f *Ferry) moved(old, obj any) {
	_ = old.(*corev1.Pod)
	pod := obj.(*corev1.Pod)
	pod.Labels["moved"] = strings.Join(f.names, "-") // want `note: .*changes Labels of the corev1.Pod.*: nobody else has it as long as .*\[mutation/event\]`
}

// Sail has the only handler of an informer of which it drops the store.
func (f *Ferry) Sail(lw cache.ListerWatcher, stop <-chan struct{}) {
	_, informer := cache.NewInformer(lw, &corev1.Pod{}, 0, cache.ResourceEventHandlerFuncs{AddFunc: f.boarded, UpdateFunc: f.moved})
	go informer.Run(stop)
}

func (f *Ferry) listed(obj any) {
	pod := obj.(*corev1.Pod)
	pod.Labels["listed"] = f.names[0] // want `error: .*changes Labels of the corev1.Pod.*: other handlers and all who read the cache see the change.*\[mutation/event\]`
}

// Keep has the store, which others read.
func (f *Ferry) Keep(lw cache.ListerWatcher, stop <-chan struct{}) {
	var informer cache.Controller
	f.store, informer = cache.NewInformer(lw, &corev1.Pod{}, 0, cache.ResourceEventHandlerFuncs{AddFunc: f.listed})
	go informer.Run(stop)
}

func (f *Ferry) taken(obj any) {
	pod := obj.(*corev1.Pod)
	f.aboard[pod.Name] = pod
	pod.Labels["taken"] = f.names[0] // want `error: .*changes Labels of the corev1.Pod.*\[mutation/event\]`
}

// Take keeps the objects itself.
func (f *Ferry) Take(lw cache.ListerWatcher, stop <-chan struct{}) {
	_, informer := cache.NewInformer(lw, &corev1.Pod{}, 0, cache.ResourceEventHandlerFuncs{AddFunc: f.taken})
	go informer.Run(stop)
}

func (f *Ferry) compared(old, obj any) {
	was, pod := old.(*corev1.Pod), obj.(*corev1.Pod)
	if len(was.Labels) != len(pod.Labels) {
		return
	}
	pod.Labels["compared"] = f.names[0] // want `error: .*changes Labels of the corev1.Pod.*\[mutation/event\]`
}

// Compare looks at what an event before has changed.
func (f *Ferry) Compare(lw cache.ListerWatcher, stop <-chan struct{}) {
	_, informer := cache.NewInformer(lw, &corev1.Pod{}, 0, cache.ResourceEventHandlerFuncs{UpdateFunc: f.compared})
	go informer.Run(stop)
}

func (f *Ferry) renamed(_, obj any) {
	pod := obj.(*corev1.Pod)
	pod.Labels["renamed"] += f.names[0] // want `error: .*changes Labels of the corev1.Pod.*\[mutation/event\]`
}

// Rename gets the same objects again, as it has changed them.
func (f *Ferry) Rename(lw cache.ListerWatcher, stop <-chan struct{}) {
	_, informer := cache.NewInformer(lw, &corev1.Pod{}, 1e9, cache.ResourceEventHandlerFuncs{UpdateFunc: f.renamed})
	go informer.Run(stop)
}

func (f *Ferry) both(obj any) {
	pod := obj.(*corev1.Pod)
	pod.Labels["both"] = f.names[0] // want `error: .*changes Labels of the corev1.Pod.*\[mutation/event\]`
}

// Both is called by a shared informer, too.
func (f *Ferry) Both(lw cache.ListerWatcher, shared cache.SharedIndexInformer, stop <-chan struct{}) {
	handler := cache.ResourceEventHandlerFuncs{AddFunc: f.both}
	_, informer := cache.NewInformer(lw, &corev1.Pod{}, 0, handler)
	_, _ = shared.AddEventHandler(handler)
	go informer.Run(stop)
}
