// Package keys writes an object by one expression and reads it by another.
package keys

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

const (
	namespace = "shop-system"
	prices    = "prices"
)

// Reconciler has many ways to say who is who.
type Reconciler struct {
	client.Client
}

// Reconcile says it with the request.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	w.Spec.Size++
	if err := r.Update(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	var now api.Widget
	if err := r.Get(ctx, types.NamespacedName{Namespace: req.Namespace, Name: req.Name}, &now); err != nil { // want `Widget.*\[staleread/get\]`
		return ctrl.Result{}, err
	}
	return ctrl.Result{Requeue: now.Spec.Size > 1}, nil
}

func (r *Reconciler) constants(ctx context.Context) (map[string]string, error) {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: prices}}
	if err := r.Create(ctx, cm); err != nil {
		return nil, err
	}
	var now corev1.ConfigMap
	err := r.Get(ctx, client.ObjectKey{Namespace: "shop-system", Name: "prices"}, &now) // want `ConfigMap.*\[staleread/get\]`
	return now.Data, err
}

func (r *Reconciler) fields(ctx context.Context, w *api.Widget) (int, error) {
	if err := r.Update(ctx, w); err != nil {
		return 0, err
	}
	key := types.NamespacedName{}
	key.Namespace = w.Namespace
	key.Name = w.Name
	var now api.Widget
	err := r.Get(ctx, key, &now) // want `Widget.*\[staleread/get\]`
	return now.Spec.Size, err
}

func (r *Reconciler) getters(ctx context.Context, w *api.Widget) (int, error) {
	if err := r.Update(ctx, w); err != nil {
		return 0, err
	}
	var now api.Widget
	key := client.ObjectKey{Namespace: w.GetNamespace(), Name: w.GetName()}
	err := r.Get(ctx, key, &now) // want `Widget.*\[staleread/get\]`
	return now.Spec.Size, err
}

func (r *Reconciler) suffixed(ctx context.Context, w *api.Widget) (map[string]string, error) {
	cm := &corev1.ConfigMap{}
	cm.Namespace, cm.Name = w.Namespace, w.Name+"-config"
	if err := r.Create(ctx, cm); err != nil {
		return nil, err
	}
	now := corev1.ConfigMap{}
	err := r.Get(ctx, types.NamespacedName{Namespace: w.Namespace, Name: w.Name + "-config"}, &now) // want `ConfigMap.*\[staleread/get\]`
	return now.Data, err
}

func (r *Reconciler) formatted(ctx context.Context, w *api.Widget) (map[string][]byte, error) {
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: fmt.Sprintf("%s-tls", w.Name)}}
	if err := r.Create(ctx, secret); err != nil {
		return nil, err
	}
	now := corev1.Secret{}
	err := r.Get(ctx, types.NamespacedName{Namespace: w.Namespace, Name: fmt.Sprintf("%s-tls", w.Name)}, &now) // want `Secret.*\[staleread/get\]`
	return now.Data, err
}

func nameOf(w *api.Widget, part string) types.NamespacedName {
	return types.NamespacedName{Namespace: w.Namespace, Name: w.Name + "-" + part}
}

func (r *Reconciler) helped(ctx context.Context, w *api.Widget) (map[string][]byte, error) {
	key := nameOf(w, "ca")
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name}}
	if err := r.Create(ctx, secret); err != nil {
		return nil, err
	}
	now := corev1.Secret{}
	err := r.Get(ctx, nameOf(w, "ca"), &now) // want `Secret.*\[staleread/get\]`
	return now.Data, err
}

// The name of something without a namespace.
func (r *Reconciler) clusterWide(ctx context.Context, node *corev1.Node) (bool, error) {
	if err := r.Update(ctx, node); err != nil {
		return false, err
	}
	now := &corev1.Node{}
	err := r.Get(ctx, client.ObjectKey{Name: node.Name}, now) // want `Node.*\[staleread/get\]`
	return now.Spec.Unschedulable, err
}

// The object as an interface.
func (r *Reconciler) anyObject(ctx context.Context, w *api.Widget) (int, error) {
	var obj client.Object = w
	if err := r.Update(ctx, obj); err != nil {
		return 0, err
	}
	if err := r.Get(ctx, client.ObjectKeyFromObject(obj), obj); err != nil { // want `Widget.*\[staleread/get\]`
		return 0, err
	}
	return w.Spec.Size, nil
}
