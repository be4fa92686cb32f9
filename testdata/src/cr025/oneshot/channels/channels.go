// Package channels has handlers that send to channels which a constructor makes.
package channels

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// The channel is in a variable of the constructor first.
type local struct{ events chan string }

func newLocal() *local {
	events := make(chan string)
	l := &local{events: events}
	go l.work(events)
	return l
}

func (l *local) work(events <-chan string) {
	for range events {
	}
}

func (l *local) OnAdd(obj any, _ bool) { l.events <- obj.(*corev1.Pod).Name } // want `the send to channel events waits until another goroutine is at the other end`
func (l *local) OnUpdate(_, obj any)   {}
func (l *local) OnDelete(obj any)      {}

// The constructor is given it by its only caller.
type given struct{ events chan<- string }

func newGiven(events chan<- string) *given { return &given{events} }

func (g *given) register(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		g.events <- obj.(*corev1.Pod).Name // want `the send to channel events waits`
	}})
}

func start(inf cache.SharedIndexInformer) <-chan string {
	events := make(chan string)
	newGiven(events).register(inf)
	return events
}

// An exported field, which another package may set.
type open struct{ Events chan string }

func newOpen() *open { return &open{Events: make(chan string)} }

func (o *open) register(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { o.Events <- obj.(*corev1.Pod).Name }}) // want `the send to channel Events waits`
}

// An exported field of a type that others see.
type Public struct{ Events chan string }

// NewPublic makes one.
func NewPublic() *Public { return &Public{Events: make(chan string)} }

func (o *Public) register(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { o.Events <- obj.(*corev1.Pod).Name }})
}

// The size is said by an option, a constant of which is none.
const none = 0

type sized struct{ events chan string }

func newSized() *sized { return &sized{make(chan string, none)} }

func (s *sized) register(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { s.events <- obj.(*corev1.Pod).Name }}) // want `the send to channel events waits`
}

// One with a buffer.
type buffered struct{ events chan string }

func newBuffered(size int) *buffered { return &buffered{make(chan string, size)} }

func (b *buffered) register(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { b.events <- obj.(*corev1.Pod).Name }})
}

// One that can't wait.
func (l *local) tries(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		select {
		case l.events <- obj.(*corev1.Pod).Name:
		default:
		}
	}})
}
