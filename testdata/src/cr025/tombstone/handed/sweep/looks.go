package sweep

import (
	corev1 "k8s.io/api/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// Looker looks at what there is.
type Looker struct {
	queue workqueue.TypedInterface[string]
	nodes corelisters.NodeLister
	seen  chan *corev1.Node
}

// Handler puts keys on the queue.
func (l *Looker) Handler() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
				l.queue.Add(key)
			}
		},
	}
}

// Work is for the keys.
func (l *Looker) Work() {
	for {
		key, stop := l.queue.Get()
		if stop {
			return
		}
		l.look(key)
		l.queue.Done(key)
	}
}

func (l *Looker) look(name string) {
	node, err := l.nodes.Get(name)
	if err != nil {
		return
	}
	l.seen <- node
}
