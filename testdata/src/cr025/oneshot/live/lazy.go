package live

import (
	"context"
	"sync"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// A lazy knows the zones of a cluster as soon as somebody asks.
type lazy struct {
	sets  kubernetes.Interface
	once  sync.Once
	zones int
	size  func() int
}

var (
	first    sync.Once
	again    sync.Once
	capacity int
)

func newLazy(sets kubernetes.Interface) *lazy {
	l := &lazy{sets: sets}
	l.size = sync.OnceValue(l.counting(2))
	return l
}

// fill returns what asks; who calls it asks nothing yet.
func fill(sets kubernetes.Interface) func() {
	return func() {
		pods, _ := sets.CoreV1().Pods("").List(context.Background(), metav1.ListOptions{})
		capacity = len(pods.Items)
	}
}

func (l *lazy) load() {
	nodes, _ := l.sets.CoreV1().Nodes().List(context.Background(), metav1.ListOptions{})
	l.zones = len(nodes.Items)
}

func (l *lazy) counting(times int) func() int {
	return func() int {
		all, _ := l.sets.CoreV1().Namespaces().List(context.Background(), metav1.ListOptions{})
		return times * len(all.Items)
	}
}

// What a function returns is run the first time only, and so is a method.
func (l *lazy) register(inf cache.SharedIndexInformer, seen map[int]bool) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) {
		first.Do(fill(l.sets))
		l.once.Do(l.load)
		seen[capacity+l.zones+l.size()] = true
	}})
	most := sync.OnceValue(l.counting(1))
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(any) { delete(seen, most()) }})
}

// refill returns what asks, too.
func refill(sets kubernetes.Interface) func() {
	return func() {
		all, _ := sets.AppsV1().StatefulSets("").List(context.Background(), metav1.ListOptions{}) // want `AddFunc → StatefulSets.List asks the API server.*\[oneshot/live\]`
		capacity = len(all.Items)
	}
}

// The same is run each time besides.
func (l *lazy) registerBoth(inf cache.SharedIndexInformer, seen map[int]bool) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) {
		again.Do(refill(l.sets))
		if capacity == len(seen) {
			refill(l.sets)()
		}
		seen[capacity] = true
	}})
}

// A sync.Once, and a function that calls another one once, that are new for each event, are of no use.
func (l *lazy) registerNew(inf cache.SharedIndexInformer, seen map[int]bool) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: func(_, obj any) {
		var once sync.Once
		once.Do(func() {
			all, _ := l.sets.CoreV1().Services("").List(context.Background(), metav1.ListOptions{}) // want `UpdateFunc → .*Services.List asks the API server.*\[oneshot/live\]`
			seen[len(all.Items)] = true
		})
	}})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(any) {
		volumes := sync.OnceValue(func() int {
			all, _ := l.sets.CoreV1().PersistentVolumes().List(context.Background(), metav1.ListOptions{}) // want `DeleteFunc → .*PersistentVolumes.List asks the API server.*\[oneshot/live\]`
			return len(all.Items)
		})
		delete(seen, volumes())
	}})
}
