package fixes

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Names that a fix brings may be there already.
func (l *lister) names(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: l.anew})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: l.declared})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: l.asked})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: l.outside})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: l.hidden})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: l.done})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: l.together})
}

// Nothing would be new on the left side any more.
func (l *lister) anew(obj any) {
	pod := obj.(*corev1.Pod) // want `\[tombstone/panic\]`
	_, ok := l.known[pod.Name]
	if ok {
		l.queue.Add(pod.Name)
	}
}

// It would be there twice.
func (l *lister) declared(obj any) {
	pod := obj.(*corev1.Pod) // want `\[tombstone/panic\]`
	var ok bool
	if _, ok = l.known[pod.Name]; ok {
		l.queue.Add(pod.Name)
	}
}

// What was kept for later would be overwritten.
func (l *lister) asked(obj any) {
	_, ok := l.known["all"]
	pod := obj.(*corev1.Pod) // want `\[tombstone/panic\]`
	if ok {
		l.queue.Add(pod.Name)
	}
}

// Or be another variable.
func (l *lister) outside(obj any) {
	_, ok := l.known["all"]
	if len(l.known) > 0 {
		pod := obj.(*corev1.Pod) // want `\[tombstone/panic\]`
		if ok {
			l.queue.Add(pod.Name)
		}
	}
}

// The package can't be named here.
func (l *lister) hidden(obj any) {
	cache := l.known
	pod := obj.(*corev1.Pod) // want `\[tombstone/panic\]`
	delete(cache, pod.Name)
}

// Nobody asks it any more.
func (l *lister) done(obj any) {
	_, ok := l.known["all"]
	if !ok {
		return
	}
	pod := obj.(*corev1.Pod) // want `\[tombstone/panic\]`
	l.queue.Add(pod.Name)
}

// Something else is new.
func (l *lister) together(obj any) {
	pod := obj.(*corev1.Pod) // want `\[tombstone/panic\]`
	name, ok := l.known[pod.Name]
	if ok {
		l.queue.Add(pod.Name)
	}
	show2(name)
}

func show2(any) {}
