// Package maps has map functions that write to the API. They are instances of a generic type.
package maps

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

type controller struct {
	client client.Client
}

func (c *controller) maps() []handler.EventHandler {
	return []handler.EventHandler{
		handler.EnqueueRequestsFromMapFunc(func(_ context.Context, o client.Object) []reconcile.Request {
			_ = c.client.Update(context.Background(), o) // want `TypedMapFunc → Client.Update .* in a map function.*\[oneshot/write\]`
			return nil
		}),
		handler.EnqueueRequestsFromMapFunc(c.mapped),
		handler.EnqueueRequestsFromMapFunc(c.mapMended),
	}
}

func (c *controller) mapped(ctx context.Context, o client.Object) []reconcile.Request {
	_ = c.client.Delete(ctx, o) // want `mapped → Client.Delete .* in a map function.*\[oneshot/write\]`
	return nil
}

func (c *controller) mapMended(ctx context.Context, o client.Object) []reconcile.Request {
	var list corev1.PodList
	if err := c.client.List(ctx, &list, client.InNamespace(o.GetNamespace())); err != nil {
		return nil
	}
	return []reconcile.Request{{}}
}
