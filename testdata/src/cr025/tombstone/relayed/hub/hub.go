// Package hub hears of pods once, and tells all who want to hear of them.
package hub

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Hub is what others ask for.
type Hub interface {
	Hear(handler cache.ResourceEventHandler)
}

// Pods tells of pods.
type Pods struct {
	mutex     sync.Mutex
	listeners []*listener
}

type listener struct{ handler cache.ResourceEventHandler }

func (l *listener) OnDelete(obj any) { l.handler.OnDelete(obj) }

// New returns one that hears of an informer's pods.
func New(pods cache.SharedIndexInformer) (*Pods, error) {
	p := &Pods{}
	_, err := pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { p.each(func(l *listener) { l.handler.OnAdd(obj, false) }) },
		DeleteFunc: func(obj any) {
			pod := podOf(obj)
			if pod == nil {
				return
			}
			p.each(func(l *listener) { l.OnDelete(pod) })
		},
	})
	return p, err
}

func podOf(obj any) *corev1.Pod {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	pod, _ := obj.(*corev1.Pod)
	return pod
}

// Hear has the handler told.
func (p *Pods) Hear(handler cache.ResourceEventHandler) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.listeners = append(p.listeners, &listener{handler})
}

func (p *Pods) each(tell func(*listener)) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for _, l := range p.listeners {
		tell(l)
	}
}
