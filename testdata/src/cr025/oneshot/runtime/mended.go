package runtime

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"
)

// What decides by the objects or by what is in the cache, and enqueues.
func (r *reconciler) setupMended(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}).
		Watches(&corev1.Secret{}, handler.EnqueueRequestsFromMapFunc(func(ctx context.Context, obj client.Object) []reconcile.Request {
			var list corev1.ConfigMapList
			if err := r.List(ctx, &list, client.InNamespace(obj.GetNamespace())); err != nil {
				return nil
			}
			var out []reconcile.Request
			for i := range list.Items {
				out = append(out, reconcile.Request{NamespacedName: client.ObjectKeyFromObject(&list.Items[i])})
			}
			return out
		})).
		Watches(&corev1.Pod{}, handler.Funcs{
			CreateFunc: func(ctx context.Context, e event.CreateEvent, q queue) {
				var ns corev1.Namespace
				if err := r.Get(ctx, client.ObjectKey{Name: e.Object.GetNamespace()}, &ns); err == nil {
					q.AddAfter(reconcile.Request{NamespacedName: client.ObjectKeyFromObject(e.Object)}, time.Second)
				}
			},
		}).
		WithEventFilter(predicate.Funcs{
			UpdateFunc: func(e event.UpdateEvent) bool {
				return e.ObjectNew.GetGeneration() != e.ObjectOld.GetGeneration()
			},
		}).
		WatchesRawSource(source.Func(func(ctx context.Context, q queue) error {
			go func() {
				for {
					select {
					case <-ctx.Done():
						return
					case <-time.After(time.Minute):
						q.Add(reconcile.Request{})
					}
				}
			}()
			return nil
		})).
		Complete(r)
}

// Methods that are called Create and Delete, and are no event functions.
type registry struct{ client client.Client }

func (g *registry) Create(ctx context.Context, obj client.Object) error {
	return g.client.Create(ctx, obj)
}

func (g *registry) Delete(ctx context.Context, e event.DeleteEvent) error {
	return g.client.Delete(ctx, e.Object)
}
