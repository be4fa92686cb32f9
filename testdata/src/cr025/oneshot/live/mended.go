package live

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// Listers, indexers and the manager's client are caches.
func (r *reader) mended(inf cache.SharedIndexInformer, pods listers.PodLister, queue workqueue.TypedInterface[string]) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		if found, err := pods.Pods("a").List(labels.Everything()); err == nil && len(found) > 0 {
			queue.Add(found[0].Name)
		}
		if _, exists, err := inf.GetIndexer().GetByKey("a/b"); err == nil && exists {
			queue.Add("a/b")
		}
		if keys, err := inf.GetIndexer().IndexKeys("owner", "a"); err == nil {
			for _, key := range keys {
				queue.Add(key)
			}
		}
	}})
}

func (r *reader) mappedMended() handler.EventHandler {
	return handler.EnqueueRequestsFromMapFunc(func(ctx context.Context, obj client.Object) []reconcile.Request {
		var secrets corev1.SecretList
		if err := r.client.List(ctx, &secrets, client.InNamespace(obj.GetNamespace())); err != nil {
			return nil
		}
		return requests(secrets)
	})
}

// A client that the caller passes may be any.
func mappedBy(c client.Reader) handler.MapFunc {
	return func(ctx context.Context, obj client.Object) []reconcile.Request {
		var secrets corev1.SecretList
		if err := c.List(ctx, &secrets); err != nil {
			return nil
		}
		return requests(secrets)
	}
}
