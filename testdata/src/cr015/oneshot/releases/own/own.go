// Package own has a handler of its own for a private informer: OnAdd has two parameters, from client-go 0.27 on.
package own

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

type controller struct {
	sets kubernetes.Interface
}

func (c *controller) informers(lw cache.ListerWatcher) {
	cache.NewIndexerInformer(lw, &corev1.Pod{}, 0, own{c}, nil)
}

type own struct{ c *controller }

func (h own) OnAdd(_ interface{}, _ bool) { h.c.onDelete() }

func (h own) OnUpdate(_, _ interface{}) {}

func (h own) OnDelete(_ interface{}) {}

func (c *controller) onDelete() {
	_ = c.sets.CoreV1().Pods("a").Delete(context.Background(), "b", metav1.DeleteOptions{}) // want `OnAdd → onDelete → Pods.Delete.* private informer.*\[oneshot/write\]`
}
