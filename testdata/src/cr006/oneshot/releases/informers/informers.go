// Package informers has handlers of informers that do too much, and one that only queues a key.
package informers

import (
	"context"
	"net/http"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	ctrlcache "sigs.k8s.io/controller-runtime/pkg/cache"
)

type controller struct {
	sets  kubernetes.Interface
	queue workqueue.RateLimitingInterface
}

func (c *controller) informers(inf cache.SharedIndexInformer, managed ctrlcache.Informer, lw cache.ListerWatcher) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    c.onAdd,
		UpdateFunc: func(_, obj interface{}) { time.Sleep(time.Second) }, // want `UpdateFunc → time.Sleep.*\[oneshot/block\]`
		DeleteFunc: c.enqueue,
	})
	managed.AddEventHandler(&cache.ResourceEventHandlerFuncs{AddFunc: c.enqueue, DeleteFunc: func(obj interface{}) {
		_, _ = c.sets.CoreV1().Pods("a").List(context.Background(), metav1.ListOptions{}) // want `DeleteFunc → Pods.List.*\[oneshot/live\]`
	}})
	_, informer := cache.NewInformer(lw, &corev1.Pod{}, 0, cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj interface{}) { http.Get("http://a") }, // want `private informer: the informer's store stands still.*\[oneshot/block\]`
	})
	go informer.Run(nil)
}

func (c *controller) onAdd(obj interface{}) {
	_, _ = c.sets.CoreV1().Pods("a").Create(context.Background(), obj.(*corev1.Pod), metav1.CreateOptions{}) // want `onAdd → Pods.Create.*\[oneshot/write\]`
}

func (c *controller) enqueue(obj interface{}) {
	if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
		c.queue.Add(key)
	}
}
