package unsynced

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corev1listers "k8s.io/client-go/listers/core/v1"
)

// sum counts what is there each minute.
func sum(ctx context.Context, pods corev1listers.PodLister, told chan<- int) {
	for range time.Tick(time.Minute) {
		if all, err := pods.List(labels.Everything()); err == nil && ctx.Err() == nil {
			told <- len(all)
		}
	}
}

// The factory waits for the informers that it has started: for none; DataDog/chaos-controller ce06beb main.go:338.
func early(ctx context.Context, clientset kubernetes.Interface, told chan<- int) {
	factory := informers.NewSharedInformerFactory(clientset, time.Hour)
	pods := factory.Core().V1().Pods().Lister()
	for _, ok := range factory.WaitForCacheSync(ctx.Done()) { // want `WaitForCacheSync in early waits for none of the informers, which are started only then, and ends at once.*start them first \[oneshot/unsynced\]`
		if !ok {
			return
		}
	}
	factory.Start(ctx.Done()) // rests
	go sum(ctx, pods, told)
}

func started(ctx context.Context, clientset kubernetes.Interface, told chan<- int) {
	factory := informers.NewSharedInformerFactory(clientset, time.Hour)
	pods := factory.Core().V1().Pods().Lister()
	factory.Start(ctx.Done())
	for _, ok := range factory.WaitForCacheSync(ctx.Done()) {
		if !ok {
			return
		}
	}
	go sum(ctx, pods, told)
}

// More informers are made, started and waited for then.
func twice(ctx context.Context, clientset kubernetes.Interface, told chan<- int) {
	factory := informers.NewSharedInformerFactory(clientset, time.Hour)
	nodes := factory.Core().V1().Nodes().Lister()
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done()) // want `oneshot/ignored`
	pods := factory.Core().V1().Pods().Lister()
	if _, err := nodes.Get("first"); err == nil {
		factory.Start(ctx.Done())
		factory.WaitForCacheSync(ctx.Done()) // want `oneshot/ignored`
		go sum(ctx, pods, told)
	}
}

// Somebody else starts it.
func startedElsewhere(ctx context.Context, clientset kubernetes.Interface, told chan<- int, start func(informers.SharedInformerFactory)) {
	factory := informers.NewSharedInformerFactory(clientset, time.Hour)
	pods := factory.Core().V1().Pods().Lister()
	start(factory)
	for _, ok := range factory.WaitForCacheSync(ctx.Done()) {
		if !ok {
			return
		}
	}
	factory.Start(ctx.Done())
	go sum(ctx, pods, told)
}
