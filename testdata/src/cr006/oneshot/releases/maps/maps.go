// Package maps has map functions that write to the API. In controller-runtime 0.6 they are a function, and a type with a method.
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

// The map functions of 0.6: a function, and a type with a method.
func (c *controller) maps() []handler.EventHandler {
	return []handler.EventHandler{
		&handler.EnqueueRequestsFromMapFunc{ToRequests: handler.ToRequestsFunc(func(o handler.MapObject) []reconcile.Request {
			_ = c.client.Update(context.Background(), o.Object) // want `ToRequestsFunc → Client.Update .* in a map function.*\[oneshot/write\]`
			return nil
		})},
		&handler.EnqueueRequestsFromMapFunc{ToRequests: mapper{c}},
		&handler.EnqueueRequestsFromMapFunc{ToRequests: handler.ToRequestsFunc(c.mapMended)},
	}
}

type mapper struct{ c *controller }

func (m mapper) Map(o handler.MapObject) []reconcile.Request {
	_ = m.c.client.Delete(context.Background(), o.Object) // want `Map → Client.Delete .* in a map function.*\[oneshot/write\]`
	return nil
}

func (c *controller) mapMended(o handler.MapObject) []reconcile.Request {
	var list corev1.PodList
	if err := c.client.List(context.Background(), &list, client.InNamespace(o.Meta.GetNamespace())); err != nil {
		return nil
	}
	return []reconcile.Request{{}}
}
