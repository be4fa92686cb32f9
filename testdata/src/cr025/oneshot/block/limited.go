package block

import (
	"context"
	"time"

	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/flowcontrol"
	"k8s.io/client-go/util/workqueue"
)

// mover moves volumes, not too many at a time.
type mover struct {
	slow  *rate.Limiter
	pace  flowcontrol.RateLimiter
	moves workqueue.TypedRateLimitingInterface[string]
	stats map[string]int
}

// The limiter holds up the handler.
func (m *mover) starts(informer cache.SharedIndexInformer, lw cache.ListerWatcher) cache.Controller {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: m.slowly, UpdateFunc: m.later, DeleteFunc: m.aside})
	_, loop := cache.NewInformerWithOptions(cache.InformerOptions{ListerWatcher: lw, ObjectType: &corev1.PersistentVolume{}, Handler: cache.ResourceEventHandlerFuncs{AddFunc: m.paced}})
	return loop
}

func (m *mover) slowly(obj any) {
	if err := m.slow.Wait(context.Background()); err != nil { // want `warning: slowly → rate.Limiter.Wait waits until a rate limiter lets it go on in an informer's event handler: every later event.*\[oneshot/block\]`
		return
	}
	_ = m.slow.WaitN(context.Background(), 2) // want `rate.Limiter.WaitN.*\[oneshot/block\]`
	m.enqueue(obj)
}

func (m *mover) paced(obj any) {
	m.pace.Accept()                       // want `flowcontrol.RateLimiter.Accept waits until a rate limiter lets it go on in the event handler of a private informer: the informer's store stands still.*\[oneshot/block\]`
	_ = m.pace.Wait(context.Background()) // want `flowcontrol.RateLimiter.Wait .*\[oneshot/block\]`
	m.enqueue(obj)
}

func (m *mover) enqueue(obj any) {
	if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
		m.moves.Add(key)
	}
}

// What asks a limiter does not wait for it, and the queue has one of its own.
func (m *mover) later(_, obj any) {
	key, err := cache.MetaNamespaceKeyFunc(obj)
	if err != nil {
		return
	}
	if m.slow.Allow() && m.pace.TryAccept() {
		m.stats[key]++
	}
	if r := m.slow.Reserve(); r.OK() {
		m.moves.AddAfter(key, r.DelayFrom(time.Now()))
		return
	}
	m.moves.AddRateLimited(key)
}

// The worker waits.
func (m *mover) aside(obj any) { go m.enqueue(obj) }

func (m *mover) work(ctx context.Context) {
	for {
		key, quit := m.moves.Get()
		if quit {
			return
		}
		if m.slow.Wait(ctx) == nil {
			m.pace.Accept()
		}
		m.moves.Done(key)
	}
}
