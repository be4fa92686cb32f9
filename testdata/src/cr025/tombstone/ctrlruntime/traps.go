// Package ctrlruntime holds controller-runtime's own handlers, predicates and
// map functions. The library opens tombstones before it calls them: nothing
// here is a finding.
package ctrlruntime

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
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

type requests = workqueue.TypedRateLimitingInterface[reconcile.Request]

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var dep appsv1.Deployment
	if err := r.Get(ctx, req.NamespacedName, &dep); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	return ctrl.Result{}, nil
}

func (r *reconciler) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&appsv1.Deployment{}, builder.WithPredicates(predicate.Funcs{
			DeleteFunc: func(e event.DeleteEvent) bool {
				return e.Object.(*appsv1.Deployment).Spec.Paused
			},
		})).
		Watches(&corev1.Pod{}, handler.Funcs{DeleteFunc: r.podGone}).
		Watches(&corev1.Secret{}, handler.EnqueueRequestsFromMapFunc(r.deploymentsOf)).
		Watches(&corev1.Node{}, &nodeHandler{}).
		WatchesRawSource(source.Kind(mgr.GetCache(), &corev1.ConfigMap{}, handler.TypedFuncs[*corev1.ConfigMap, reconcile.Request]{
			DeleteFunc: func(ctx context.Context, e event.TypedDeleteEvent[*corev1.ConfigMap], q requests) {
				q.Add(reconcile.Request{NamespacedName: client.ObjectKeyFromObject(e.Object)})
			},
		})).
		WithEventFilter(predicate.NewPredicateFuncs(func(obj client.Object) bool {
			_, isEvent := obj.(*corev1.Event)
			return !isEvent
		})).
		Complete(r)
}

func (r *reconciler) podGone(ctx context.Context, e event.DeleteEvent, q requests) {
	pod := e.Object.(*corev1.Pod)
	q.Add(reconcile.Request{NamespacedName: types.NamespacedName{Namespace: pod.Namespace, Name: pod.Labels["app"]}})
}

func (r *reconciler) deploymentsOf(ctx context.Context, obj client.Object) []reconcile.Request {
	secret := obj.(*corev1.Secret)
	return []reconcile.Request{{NamespacedName: types.NamespacedName{Namespace: secret.Namespace, Name: secret.Annotations["deployment"]}}}
}

type nodeHandler struct{}

var _ handler.EventHandler = &nodeHandler{}

func (*nodeHandler) Create(context.Context, event.CreateEvent, requests)   {}
func (*nodeHandler) Update(context.Context, event.UpdateEvent, requests)   {}
func (*nodeHandler) Generic(context.Context, event.GenericEvent, requests) {}
func (*nodeHandler) Delete(_ context.Context, e event.DeleteEvent, q requests) {
	if node, ok := e.Object.(*corev1.Node); ok {
		q.Add(reconcile.Request{NamespacedName: types.NamespacedName{Name: node.Name}})
	}
}
