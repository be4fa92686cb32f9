package block

import (
	"context"
	"net/http"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/record"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
	"sigs.k8s.io/controller-runtime/pkg/event"
)

type mended struct {
	queue    workqueue.TypedRateLimitingInterface[string]
	recorder record.EventRecorder
	events   chan event.GenericEvent
	wake     chan struct{}
	names    chan string
	given    chan string
	done     chan struct{}
}

func newMended() *mended {
	return &mended{events: make(chan event.GenericEvent), wake: make(chan struct{}), names: make(chan string, 100), done: make(chan struct{})}
}

// What is cheap, or has a buffer, or a way out.
func (m *mended) register(inf cache.SharedIndexInformer, ready func()) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			pod := obj.(*corev1.Pod)
			klog.InfoS("added", "pod", klog.KObj(pod))
			m.recorder.Event(pod, corev1.EventTypeNormal, "Seen", "seen")
			m.queue.AddAfter(pod.Name, time.Second)
			m.events <- event.GenericEvent{Object: pod}
			m.names <- pod.Name
			m.given <- pod.Name // who knows
			select {
			case m.wake <- struct{}{}:
			default:
			}
			select {
			case m.wake <- struct{}{}:
			case <-m.done:
			}
		},
		// In a goroutine of its own nothing waits for it.
		UpdateFunc: func(_, obj any) {
			go func() {
				time.Sleep(time.Second)
				m.queue.Add(obj.(*corev1.Pod).Name)
			}()
			time.AfterFunc(time.Second, func() { time.Sleep(time.Second) })
		},
		DeleteFunc: func(any) { ready() },
	})
}

// A worker may wait.
func (m *mended) work(ctx context.Context) {
	for {
		key, stop := m.queue.Get()
		if stop {
			return
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+key, nil)
		if err == nil {
			if resp, err := http.DefaultClient.Do(req); err == nil {
				resp.Body.Close()
			}
		}
		m.queue.Done(key)
	}
}

// A stopper that waits, but in no handler.
func (m *mended) stop() {
	time.Sleep(time.Second)
	<-m.done
}
