// Package typed has handlers, predicates and map functions of one type of object. They have one type parameter.
package typed

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

type controller struct {
	client client.Client
}

func (c *controller) typed() (handler.TypedEventHandler[*corev1.Pod], predicate.TypedPredicate[*corev1.Pod]) {
	return handler.TypedFuncs[*corev1.Pod]{
			CreateFunc: func(ctx context.Context, e event.TypedCreateEvent[*corev1.Pod], q workqueue.RateLimitingInterface) {
				_ = c.client.Update(ctx, e.Object) // want `CreateFunc → Update\(\*corev1.Pod\) .*\[oneshot/write\]`
			},
		}, predicate.NewTypedPredicateFuncs(func(pod *corev1.Pod) bool {
			return c.client.Delete(context.Background(), pod) == nil // want `NewTypedPredicateFuncs → Delete.*\[oneshot/write\]`
		})
}

func (c *controller) typedMap() handler.TypedEventHandler[*corev1.Pod] {
	return handler.TypedEnqueueRequestsFromMapFunc(func(ctx context.Context, pod *corev1.Pod) []reconcile.Request {
		_ = c.client.Delete(ctx, pod) // want `TypedMapFunc → Delete.*\[oneshot/write\]`
		return nil
	})
}
