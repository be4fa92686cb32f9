// Package handlers has event handlers of controller-runtime that write to the API. They get no context.
package handlers

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

type controller struct {
	client client.Client
}

func (c *controller) handlers() handler.EventHandler {
	return handler.Funcs{
		CreateFunc: func(e event.CreateEvent, q workqueue.RateLimitingInterface) {
			_ = c.client.Status().Update(context.Background(), e.Object) // want `CreateFunc → Status.Update .* in an event handler.*\[oneshot/write\]`
			q.Add(reconcile.Request{})
		},
		DeleteFunc: func(e event.DeleteEvent, q workqueue.RateLimitingInterface) { q.Add(reconcile.Request{}) },
	}
}

type ownHandler struct{ c *controller }

func (h ownHandler) Create(event.CreateEvent, workqueue.RateLimitingInterface) {
	h.c.writes() // the path leads on
}

func (h ownHandler) Update(event.UpdateEvent, workqueue.RateLimitingInterface) {}

func (h ownHandler) Delete(event.DeleteEvent, workqueue.RateLimitingInterface) {}

func (h ownHandler) Generic(event.GenericEvent, workqueue.RateLimitingInterface) {}

func (c *controller) writes() {
	_ = c.client.Create(context.Background(), &corev1.Pod{}) // want `Create → writes → Create\(\*corev1.Pod\) .*\[oneshot/write\]`
}
