// Package traps has code that looks like work in an event function, and is
// right.
package traps

import (
	"context"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

type controller struct {
	mu    sync.Mutex
	once  sync.Once
	sets  kubernetes.Interface
	queue workqueue.TypedRateLimitingInterface[*task]
	tasks chan func() error
	byIP  map[string]string
	nodes map[string]*node
}

type task struct{ do func() error }

func (c *controller) work() {
	t, _ := c.queue.Get()
	_ = t.do()
	c.queue.Done(t)
}

// The closure that writes is only put on the queue.
func (c *controller) register(inf cache.SharedIndexInformer) {
	c.tasks = make(chan func() error, 10)
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			ns := obj.(*corev1.Namespace).Name
			c.queue.Add(&task{func() error {
				return c.sets.CoreV1().Secrets(ns).Delete(context.Background(), "a", metav1.DeleteOptions{})
			}})
			c.tasks <- func() error {
				_, err := c.sets.CoreV1().Secrets(ns).Get(context.Background(), "a", metav1.GetOptions{})
				return err
			}
		},
		UpdateFunc: func(_, obj any) {
			pod := obj.(*corev1.Pod)
			c.mu.Lock()
			defer c.mu.Unlock()
			// Neither a look-up nor a network.
			host, _, _ := net.SplitHostPort(pod.Status.PodIP)
			c.byIP[net.ParseIP(host).String()] = http.StatusText(http.StatusOK)
			c.once.Do(func() { c.nodes = map[string]*node{} })
			c.each(pod.Name, strings.ToUpper)
		},
		DeleteFunc: c.onDelete,
	})
}

func (c *controller) each(name string, f func(string) string) { c.byIP[name] = f(name) }

// A handler that starts another controller: its worker is no part of the event.
func (c *controller) onDelete(obj any) {
	ctx, stop := context.WithCancel(context.Background())
	c.nodes["a"] = &node{stop: stop}
	go c.loop(ctx)
}

func (c *controller) loop(ctx context.Context) {
	ticker := time.NewTicker(time.Minute)
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			_ = c.sets.CoreV1().Secrets("a").Delete(ctx, "a", metav1.DeleteOptions{})
		}
	}
}

type node struct{ stop func() }

// A controller that is started waits for its end, without a loop of its own.
func (c *controller) starts(inf cache.SharedIndexInformer, stop chan struct{}) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) { go c.serve(stop) }})
}

func (c *controller) serve(stop <-chan struct{}) {
	_ = c.sets.CoreV1().Secrets("a").Delete(context.Background(), "lock", metav1.DeleteOptions{})
	<-stop
}

// A type with the method names of a client that keeps things in memory.
type memory struct{ secrets map[string]*corev1.Secret }

func (m *memory) Create(ctx context.Context, s *corev1.Secret) error {
	m.secrets[s.Name] = s
	return nil
}
func (m *memory) Get(ctx context.Context, name string) (*corev1.Secret, error) {
	return m.secrets[name], nil
}

func (m *memory) OnAdd(obj any, _ bool) {
	secret := obj.(*corev1.Secret)
	if have, _ := m.Get(context.Background(), secret.Name); have == nil {
		_ = m.Create(context.Background(), secret)
	}
}
func (m *memory) OnUpdate(_, obj any) { m.OnAdd(obj, false) }
func (m *memory) OnDelete(any)        {}

// Funcs of another library with the same field names.
type ResourceEventHandlerFuncs struct{ AddFunc func(any) }

func lookalike() ResourceEventHandlerFuncs {
	return ResourceEventHandlerFuncs{AddFunc: func(any) { time.Sleep(time.Second) }}
}

// A type with handler's method names and other parameters.
type notifier struct{}

func (notifier) OnAdd(name string)    { time.Sleep(time.Second) }
func (notifier) OnUpdate(a, b string) { time.Sleep(time.Second) }
func (notifier) OnDelete(name string) { time.Sleep(time.Second) }
