// Package util queues keys, and runs workers that take them.
package util

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// Queue is a work queue.
type Queue = workqueue.TypedRateLimitingInterface[any]

func keyOf(obj any) (string, error) {
	if text, ok := obj.(string); ok {
		obj = cache.ExplicitKey(text)
	}
	return cache.MetaNamespaceKeyFunc(obj)
}

// Enqueue puts the key of an object on a queue.
func Enqueue(obj any, queue Queue) {
	key, err := keyOf(obj)
	if err != nil {
		utilruntime.HandleError(err)
		return
	}
	queue.Add(key)
}

// EnqueueOwner puts the name of an object's owner on a queue.
func EnqueueOwner(obj any, queue Queue) {
	object, ok := obj.(metav1.Object)
	if !ok {
		return
	}
	if owner := metav1.GetControllerOf(object); owner != nil {
		queue.Add(object.GetNamespace() + "/" + owner.Name)
	}
}

// Work runs a worker, and tells somebody that it has begun.
func Work(ctx context.Context, queue Queue, begun func(), sync func(context.Context, string) error) {
	begun()
	for {
		key, down := queue.Get()
		if down {
			return
		}
		if err := sync(ctx, key.(string)); err != nil {
			queue.AddRateLimited(key)
		}
		queue.Done(key)
	}
}
