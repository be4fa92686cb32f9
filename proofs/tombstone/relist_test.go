package tombstone

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/tools/cache"
	cachetesting "k8s.io/client-go/tools/cache/testing"
	"k8s.io/klog/v2"
)

const (
	victim = "shop/cart"
	later  = "shop/till"
)

// TestMain replaces how client-go reports errors. By default each report waits
// until a millisecond has passed since the last one, in any test. The clocks of
// two bubbles have nothing to do with each other, so that the wait can come to
// years, with the lock of the queue held.
//
// It also has handlers and client-go keep quiet about what is expected here,
// but for the process that is to die: what that says is what it is judged by.
func TestMain(m *testing.M) {
	utilruntime.ErrorHandlers = []utilruntime.ErrorHandler{
		func(_ context.Context, err error, msg string, keysAndValues ...any) {
			klog.ErrorS(err, msg, keysAndValues...)
		},
	}
	if os.Getenv(dieEnv) == "" {
		log.SetOutput(io.Discard)
		klog.SetLogger(klog.Logger{}) // without sink
	}
	os.Exit(m.Run())
}

// delivery is a way for a handler to hear that the victim is gone.
type delivery int

const (
	// watched: the watch works and brings the delete. All that a unit test
	// with a fake clientset ever shows.
	watched delivery = iota
	// missed: the watch breaks, the victim goes, and the next list lacks it.
	missed
	// forgotten: as missed, and the last known state of the victim is gone
	// too.
	forgotten
)

func (d delivery) String() string {
	return [...]string{"watched", "missed", "forgotten"}[d]
}

// subject is a constructor of a handler, by its own name.
type subject struct {
	name string
	make func(*Ledger) cache.ResourceEventHandler
}

func untyped(f func(*Ledger) cache.ResourceEventHandler) subject {
	return subject{name: nameOf(f), make: f}
}

// typed puts client-go's own adaptor around a typed handler.
func typed(f func(*Ledger) cache.TypedResourceEventHandler[*corev1.Pod]) subject {
	return subject{name: nameOf(f), make: func(l *Ledger) cache.ResourceEventHandler {
		var c capture
		if _, err := cache.NewTypedSharedIndexInformer[*corev1.Pod](&c).AddTypedEventHandler(f(l)); err != nil {
			panic(err)
		}
		return c.handler
	}}
}

// nameOf takes the name from the function, so that a row of a table cannot
// carry the name of one and run another.
func nameOf(f any) string {
	full := runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name()
	return full[strings.LastIndexByte(full, '.')+1:]
}

// capture is an informer that only takes a handler down. The adaptor is not
// exported, and a typed informer is the one way to get it.
type capture struct {
	cache.SharedIndexInformer
	handler cache.ResourceEventHandler
}

func (c *capture) AddEventHandlerWithOptions(h cache.ResourceEventHandler, _ cache.HandlerOptions) (cache.ResourceEventHandlerRegistration, error) {
	c.handler = h
	return nil, nil
}

// outcome is what a handler has made of a delivery.
type outcome struct {
	queued []string // the keys in the queue
	kept   bool     // the entry of the victim is still there
}

func (o outcome) String() string { return fmt.Sprintf("queue %q, entry kept: %t", o.queued, o.kept) }

// settled tells whether the delete of the victim was dealt with, and nothing
// else was done.
func (o outcome) settled() bool {
	if len(o.queued) == 0 {
		return !o.kept
	}
	return slices.Equal(o.queued, []string{victim})
}

// source is an API server as client-go fakes it. Its watches know nothing of
// streamed lists, which a source has to say for the reflector to list instead.
type source struct {
	*cachetesting.FakeControllerSource
}

func (source) IsWatchListSemanticsUnSupported() bool { return true }

func newSource() source { return source{cachetesting.NewFakeControllerSource()} }

func pod(key string) *corev1.Pod {
	namespace, name, _ := strings.Cut(key, "/")
	return &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name}}
}

// control records what is delivered for deletes.
type control struct {
	mu      sync.Mutex
	deletes []any
}

func (c *control) OnAdd(any, bool)   {}
func (c *control) OnUpdate(_, _ any) {}
func (c *control) OnDelete(obj any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.deletes = append(c.deletes, obj)
}

// deliver runs a handler behind the machinery of client-go, lets it hear of
// the delete in the given way, and returns what came of it. A second handler
// makes sure that the delete was delivered, and as what.
//
// The reflector waits for a second or two before it lists again. In the bubble
// that takes no time, and Wait knows when there is nothing left to deliver.
func deliver(t *testing.T, how delivery, s subject) (o outcome) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ledger := NewLedger()
		defer ledger.Queue.ShutDown()
		src := newSource()
		defer src.Shutdown()
		src.Add(pod(victim))

		under, ctl := s.make(ledger), &control{}
		var run func(context.Context)
		var forget func()
		if how == forgotten {
			run, forget = forgetfulController(src, under, ctl)
		} else {
			run = sharedInformer(t, src, under, ctl)
		}
		ctx, cancel := context.WithCancel(t.Context())
		var running sync.WaitGroup
		defer running.Wait()
		defer cancel()
		running.Go(func() { run(ctx) })

		synctest.Wait()
		if !ledger.Has(victim) {
			t.Fatal("the handler has not seen the object, so that it has nothing to lose")
		}
		switch how {
		case watched:
			src.Delete(pod(victim))
		case forgotten:
			forget()
			fallthrough
		case missed:
			src.DeleteDropWatch(pod(victim))
			src.ResetWatch()
			time.Sleep(time.Minute)
		}
		synctest.Wait()
		checkDelivered(t, how, ctl.deletes)

		// A handler gets its events in order. When it has seen this one, it has
		// done with the delete whatever it does with it.
		src.Add(pod(later))
		synctest.Wait()
		if !ledger.Has(later) {
			t.Fatal("the handler was not told of an object added after the delete")
		}
		o.kept = ledger.Has(victim)
		for ledger.Queue.Len() > 0 {
			key, _ := ledger.Queue.Get()
			ledger.Queue.Done(key)
			o.queued = append(o.queued, key)
		}
	})
	return o
}

// checkDelivered makes sure that a delete was delivered once and as it should.
func checkDelivered(t *testing.T, how delivery, deletes []any) {
	t.Helper()
	if len(deletes) != 1 {
		t.Fatalf("%d deletes delivered, want one: %v", len(deletes), deletes)
	}
	if how == watched {
		if p, ok := deletes[0].(*corev1.Pod); !ok || p.Namespace+"/"+p.Name != victim {
			t.Fatalf("delivered %T %v, want the pod", deletes[0], deletes[0])
		}
		return
	}
	tombstone, ok := deletes[0].(cache.DeletedFinalStateUnknown)
	if !ok || tombstone.Key != victim {
		t.Fatalf("delivered %T %v, want a tombstone of %s", deletes[0], deletes[0], victim)
	}
	if how == forgotten {
		if tombstone.Obj != nil {
			t.Fatalf("the tombstone holds %v, want nil", tombstone.Obj)
		}
		return
	}
	if p, ok := tombstone.Obj.(*corev1.Pod); !ok || p.Namespace+"/"+p.Name != victim {
		t.Fatalf("the tombstone holds %T %v, want the pod", tombstone.Obj, tombstone.Obj)
	}
}

// sharedInformer is what controllers run.
func sharedInformer(t *testing.T, src source, handlers ...cache.ResourceEventHandler) func(context.Context) {
	t.Helper()
	informer := cache.NewSharedIndexInformer(src, &corev1.Pod{}, 0, cache.Indexers{})
	for _, h := range handlers {
		if _, err := informer.AddEventHandler(h); err != nil {
			t.Fatal(err)
		}
	}
	return informer.RunWithContext
}

// forgetfulController is a controller whose store can be made to forget its
// objects between naming their keys and handing them over. A shared informer
// brings its own store, which in a test cannot be made to do so; client-go's
// queue, for any other store, then makes a tombstone with nothing in it. Queue,
// reflector and controller are client-go's here too.
func forgetfulController(src source, handlers ...cache.ResourceEventHandler) (run func(context.Context), forget func()) {
	store := &forgetfulStore{Store: cache.NewStore(cache.DeletionHandlingMetaNamespaceKeyFunc)}
	controller := cache.New(&cache.Config{
		Queue:         cache.NewRealFIFOWithOptions(cache.RealFIFOOptions{KnownObjects: store}),
		ListerWatcher: src,
		ObjectType:    &corev1.Pod{},
		Process: func(popped any, isInInitialList bool) error {
			for _, delta := range popped.(cache.Deltas) {
				var err error
				var notify func(cache.ResourceEventHandler)
				if delta.Type == cache.Deleted {
					err = store.Delete(delta.Object)
					notify = func(h cache.ResourceEventHandler) { h.OnDelete(delta.Object) }
				} else {
					err = store.Update(delta.Object)
					notify = func(h cache.ResourceEventHandler) { h.OnAdd(delta.Object, isInInitialList) }
				}
				if err != nil {
					return err
				}
				for _, h := range handlers {
					notify(h)
				}
			}
			return nil
		},
	})
	return controller.RunWithContext, func() { store.forgotten.Store(true) }
}

type forgetfulStore struct {
	cache.Store
	forgotten atomic.Bool
}

func (s *forgetfulStore) GetByKey(key string) (any, bool, error) {
	if s.forgotten.Load() {
		return nil, false, nil
	}
	return s.Store.GetByKey(key)
}
