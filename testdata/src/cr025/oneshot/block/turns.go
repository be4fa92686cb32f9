package block

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// A ledger is written by one goroutine at a time.
type ledger struct {
	lock    sync.Mutex
	turn    *sync.Cond
	writing bool
	names   []string
}

// enter waits for its turn.
func (l *ledger) enter(obj any) {
	pod := obj.(*corev1.Pod)
	l.lock.Lock()
	defer l.lock.Unlock()
	for l.writing {
		l.turn.Wait() // want `^warning: AddFunc → enter → sync.Cond.Wait waits for other goroutines.*\[oneshot/block\]`
	}
	l.names = append(l.names, pod.Name)
}

func (l *ledger) register(pods cache.SharedIndexInformer) {
	_, _ = pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { l.enter(obj) }})
}
