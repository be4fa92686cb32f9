// Package accessor has functions that make what they don't find.
package accessor

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// Reconciler reads its settings from a ConfigMap.
type Reconciler struct {
	client.Client
	namespace string
}

// Setup makes the manager.
func Setup(config *rest.Config) error {
	mgr, err := ctrl.NewManager(config, ctrl.Options{})
	if err != nil {
		return err
	}
	r := &Reconciler{Client: mgr.GetClient()}
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).
		Watches(&corev1.Node{}, handler.EnqueueRequestsFromMapFunc(r.mapNode)).
		Watches(&corev1.Pod{}, handler.EnqueueRequestsFromMapFunc(r.mapPod)).
		Watches(&corev1.Service{}, handler.EnqueueRequestsFromMapFunc(r.mapService)).Complete(r)
}

// Reconcile does nothing.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

// What is not there is made by the next who asks for it.
func (r *Reconciler) mapNode(ctx context.Context, obj client.Object) []reconcile.Request {
	if settings, err := r.settings(ctx); err == nil && settings.Data["nodes"] != "" {
		return []reconcile.Request{{NamespacedName: client.ObjectKeyFromObject(settings)}}
	}
	return nil
}

func (r *Reconciler) settings(ctx context.Context) (*corev1.ConfigMap, error) {
	settings := &corev1.ConfigMap{}
	err := r.Get(ctx, types.NamespacedName{Namespace: r.namespace, Name: "settings"}, settings)
	if apierrors.IsNotFound(err) {
		settings = &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: r.namespace, Name: "settings"}}
		err = r.Create(ctx, settings)
	}
	return settings, err
}

// To make it is what the event is for: nobody asks for it.
func (r *Reconciler) mapPod(ctx context.Context, obj client.Object) []reconcile.Request {
	_ = r.ensure(ctx, obj.GetName())
	return nil
}

func (r *Reconciler) ensure(ctx context.Context, name string) error {
	service := &corev1.Service{}
	err := r.Get(ctx, types.NamespacedName{Namespace: r.namespace, Name: name}, service)
	if apierrors.IsNotFound(err) {
		service = &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: r.namespace, Name: name}}
		return r.Create(ctx, service) // want `^error: mapPod → ensure → Create.*\[oneshot/write\]`
	}
	return err
}

// It is made whatever there is, and returned.
func (r *Reconciler) mapService(ctx context.Context, obj client.Object) []reconcile.Request {
	if endpoints, err := r.endpoints(ctx, obj.GetName()); err == nil {
		return []reconcile.Request{{NamespacedName: client.ObjectKeyFromObject(endpoints)}}
	}
	return nil
}

func (r *Reconciler) endpoints(ctx context.Context, name string) (*corev1.Endpoints, error) {
	endpoints := &corev1.Endpoints{ObjectMeta: metav1.ObjectMeta{Namespace: r.namespace, Name: name}}
	err := r.Create(ctx, endpoints) // want `^error: mapService → endpoints → Create.*\[oneshot/write\]`
	return endpoints, err
}

// A Reader asks the cache first, and the API server if that has failed.
type Reader struct {
	client.Client
	live client.Reader
}

// NewReader makes one for a manager.
func NewReader(mgr ctrl.Manager) *Reader {
	return &Reader{Client: mgr.GetClient(), live: mgr.GetAPIReader()}
}

func (r *Reader) watches(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).
		Watches(&corev1.Node{}, handler.EnqueueRequestsFromMapFunc(r.mapNode)).
		Watches(&corev1.Pod{}, handler.EnqueueRequestsFromMapFunc(r.mapPod)).
		Watches(&corev1.Service{}, handler.EnqueueRequestsFromMapFunc(r.mapService)).Complete(nil)
}

func (r *Reader) mapNode(ctx context.Context, obj client.Object) []reconcile.Request {
	node := &corev1.Node{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(obj), node); err == nil {
		return nil
	}
	if err := r.live.Get(ctx, client.ObjectKeyFromObject(obj), node); err != nil {
		return nil
	}
	return []reconcile.Request{{NamespacedName: client.ObjectKeyFromObject(node)}}
}

// The same in a function of its own.
func (r *Reader) mapPod(ctx context.Context, obj client.Object) []reconcile.Request {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(obj), pod); err != nil {
		_ = r.again(ctx, pod)
	}
	return nil
}

func (r *Reader) again(ctx context.Context, pod *corev1.Pod) error {
	return r.live.Get(ctx, client.ObjectKeyFromObject(pod), pod)
}

// Here it is asked at each event.
func (r *Reader) mapService(ctx context.Context, obj client.Object) []reconcile.Request {
	service := &corev1.Service{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(obj), service); err != nil {
		return nil
	}
	_ = r.live.Get(ctx, client.ObjectKeyFromObject(obj), service) // want `^warning: mapService → Get.*\[oneshot/live\]`
	return nil
}
