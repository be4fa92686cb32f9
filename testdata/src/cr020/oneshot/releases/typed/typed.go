// Package typed has handlers, predicates, map functions and sources of one type of object. They have two type parameters.
package typed

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"
)

type controller struct {
	client client.Client
}

func (c *controller) typed() (handler.TypedEventHandler[*corev1.Pod, reconcile.Request], predicate.TypedPredicate[*corev1.Pod]) {
	return handler.TypedFuncs[*corev1.Pod, reconcile.Request]{
			CreateFunc: func(ctx context.Context, e event.TypedCreateEvent[*corev1.Pod], q workqueue.TypedRateLimitingInterface[reconcile.Request]) {
				_ = c.client.Update(ctx, e.Object) // want `CreateFunc → Update\(\*corev1.Pod\) .*\[oneshot/write\]`
			},
		}, predicate.NewTypedPredicateFuncs(func(pod *corev1.Pod) bool {
			return c.client.Delete(context.Background(), pod) == nil // want `NewTypedPredicateFuncs → Delete.*\[oneshot/write\]`
		})
}

func (c *controller) typedMap() handler.TypedEventHandler[*corev1.Pod, reconcile.Request] {
	return handler.TypedEnqueueRequestsFromMapFunc(func(ctx context.Context, pod *corev1.Pod) []reconcile.Request {
		_ = c.client.Delete(ctx, pod) // want `TypedMapFunc → Delete.*\[oneshot/write\]`
		return nil
	})
}

func (c *controller) typedSource() source.TypedSource[reconcile.Request] {
	return source.TypedFunc[reconcile.Request](func(context.Context, workqueue.TypedRateLimitingInterface[reconcile.Request]) error {
		time.Sleep(time.Second) // want `TypedFunc → time.Sleep .* in a source.*\[oneshot/block\]`
		return nil
	})
}
