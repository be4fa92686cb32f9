// Package runtime has controller-runtime's event functions that work, and
// their mended twins.
package runtime

import (
	"context"
	"os/exec"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"
)

type reconciler struct {
	client.Client
}

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var cm corev1.ConfigMap
	if err := r.Get(ctx, req.NamespacedName, &cm); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	return ctrl.Result{}, r.Update(ctx, &cm)
}

type queue = workqueue.TypedRateLimitingInterface[reconcile.Request]

func (r *reconciler) setup(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}, builder.WithPredicates(r.predicates())).
		Watches(&corev1.Secret{}, handler.EnqueueRequestsFromMapFunc(r.mapSecret)).
		Watches(&corev1.Node{}, handler.TypedEnqueueRequestsFromMapFunc(func(ctx context.Context, obj client.Object) []reconcile.Request {
			_ = r.Patch(ctx, obj, client.MergeFrom(obj)) // want `TypedMapFunc → Client.Patch writes to the API server in a map function: .*\[oneshot/write\]`
			return nil
		})).
		Watches(&corev1.Pod{}, r.handler()).
		Watches(&corev1.Service{}, &ownHandler{r.Client}).
		WithEventFilter(predicate.NewPredicateFuncs(func(obj client.Object) bool {
			return exec.Command("test", "-e", obj.GetName()).Run() == nil // want `NewPredicateFuncs → exec.Cmd.Run runs a process .* in a predicate: every later event of this watch waits meanwhile; decide by the event's objects, .*\[oneshot/block\]`
		})).
		WithEventFilter(&ownPredicate{client: r.Client}).
		WatchesRawSource(source.Func(r.start)).
		Complete(r)
}

func (r *reconciler) mapSecret(ctx context.Context, obj client.Object) []reconcile.Request {
	if obj.GetLabels() == nil {
		if err := r.Update(ctx, obj); err != nil { // want `mapSecret → Client.Update .* in a map function: when it fails no queue tries it again, .*only return requests, .*\[oneshot/write\]`
			return nil
		}
	}
	return []reconcile.Request{{NamespacedName: client.ObjectKeyFromObject(obj)}}
}

func (r *reconciler) handler() handler.EventHandler {
	return handler.Funcs{
		CreateFunc: func(ctx context.Context, e event.CreateEvent, q queue) {
			_ = r.Status().Update(ctx, e.Object) // want `CreateFunc → Status.Update .* in an event handler: .*enqueue a request.*\[oneshot/write\]`
			q.Add(reconcile.Request{NamespacedName: client.ObjectKeyFromObject(e.Object)})
		},
		DeleteFunc: r.deleted,
	}
}

func (r *reconciler) deleted(ctx context.Context, e event.DeleteEvent, q queue) {
	time.Sleep(time.Second) // want `deleted → time.Sleep sleeps in an event handler: every later event of this handler.*; call the queue's AddAfter with the request \[oneshot/block\]`
	q.Add(reconcile.Request{NamespacedName: client.ObjectKeyFromObject(e.Object)})
}

func (r *reconciler) predicates() predicate.Predicate {
	return predicate.Funcs{
		UpdateFunc: func(e event.UpdateEvent) bool {
			return r.Delete(context.Background(), e.ObjectOld) == nil // want `UpdateFunc → Client.Delete .* in a predicate.*\[oneshot/write\]`
		},
	}
}

func typed(c client.Client) predicate.TypedPredicate[*corev1.Pod] {
	return predicate.TypedFuncs[*corev1.Pod]{
		CreateFunc: func(e event.TypedCreateEvent[*corev1.Pod]) bool {
			return c.Delete(context.Background(), e.Object) == nil // want `CreateFunc → Delete\(\*corev1.Pod\) .*predicate.*\[oneshot/write\]`
		},
	}
}

// Own types. The predicate has the rest from the struct it embeds.
type ownHandler struct{ client client.Client }

func (h *ownHandler) Create(ctx context.Context, e event.CreateEvent, q queue) {
	_ = h.client.Create(ctx, e.Object) // want `Create → Client.Create .* in an event handler.*\[oneshot/write\]`
}
func (h *ownHandler) Update(ctx context.Context, e event.UpdateEvent, q queue)   {}
func (h *ownHandler) Delete(ctx context.Context, e event.DeleteEvent, q queue)   {}
func (h *ownHandler) Generic(ctx context.Context, e event.GenericEvent, q queue) {}

type ownPredicate struct {
	predicate.Funcs
	client client.Client
}

func (p *ownPredicate) Delete(e event.DeleteEvent) bool {
	return p.client.Delete(context.Background(), e.Object) == nil // want `Delete → Client.Delete .* in a predicate.*\[oneshot/write\]`
}

type typedHandler[T client.Object] struct{ client client.Client }

func (h typedHandler[T]) Create(ctx context.Context, e event.TypedCreateEvent[T], q queue) {
	h.work(ctx, e.Object)
}
func (h typedHandler[T]) Update(ctx context.Context, e event.TypedUpdateEvent[T], q queue)   {}
func (h typedHandler[T]) Delete(ctx context.Context, e event.TypedDeleteEvent[T], q queue)   {}
func (h typedHandler[T]) Generic(ctx context.Context, e event.TypedGenericEvent[T], q queue) {}

func (h typedHandler[T]) work(ctx context.Context, obj T) {
	_ = h.client.Update(ctx, obj) // want `Create → work → .*Update.*\[oneshot/write\]`
}

// A source must return at once.
func (r *reconciler) start(ctx context.Context, q queue) error {
	time.Sleep(time.Minute) // want `start → time.Sleep sleeps in a source: the controller does not start meanwhile; .*\[oneshot/block\]`
	return nil
}

// Handlers of client-go at controller-runtime's informers.
func (r *reconciler) informer(ctx context.Context, mgr ctrl.Manager) error {
	inf, err := mgr.GetCache().GetInformer(ctx, &corev1.Secret{})
	if err != nil {
		return err
	}
	_, err = inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		_ = r.Create(ctx, obj.(*corev1.Secret)) // want `AddFunc → Create.*informer's event handler.*\[oneshot/write\]`
	}})
	return err
}

// Typed handlers of client-go 0.37.
func (r *reconciler) typedInformer(inf cache.TypedSharedIndexInformer[*corev1.Secret]) {
	inf.AddTypedEventHandler(cache.TypedResourceEventHandlerFuncs[*corev1.Secret]{
		AddFunc: func(secret *corev1.Secret) {
			_ = r.Create(context.Background(), secret) // want `AddFunc → Create.*\[oneshot/write\]`
		},
		DeleteFunc: func(deleted cache.DeletedObject[*corev1.Secret]) {
			_ = r.DeleteAllOf(context.Background(), &corev1.Secret{}) // want `DeleteFunc → DeleteAllOf.*\[oneshot/write\]`
		},
	})
}
