// Package delete has reads of an object that was just deleted.
package delete

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Reconciler replaces Pods.
type Reconciler struct {
	client.Client
}

// Reconcile takes the Pod in the cache for one that survived.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if pod.Status.Phase == corev1.PodFailed {
		if err := r.Delete(ctx, &pod); err != nil {
			return ctrl.Result{}, err
		}
	}
	var now corev1.Pod
	// The API server has it too, until the grace period is over.
	err := r.Get(ctx, req.NamespacedName, &now) // want `note: Get after the Delete at bugs.go:28 finds the corev1.Pod as long as its grace period lasts, in the cache and at the API server; .*\[staleread/delete\]`
	if apierrors.IsNotFound(err) {
		return ctrl.Result{}, r.replace(ctx, req)
	}
	if err != nil {
		return ctrl.Result{}, err
	}
	now.Labels = map[string]string{"survived": "yes"}
	return ctrl.Result{}, r.Update(ctx, &now)
}

func (r *Reconciler) replace(ctx context.Context, req ctrl.Request) error {
	return r.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, Name: req.Name}})
}

// There is none.
func (r *Reconciler) atOnce(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name}}
	if err := r.Delete(ctx, pod, client.GracePeriodSeconds(0)); err != nil {
		return err
	}
	err := r.Get(ctx, key, pod) // want `warning: .*corev1.Pod from the cache, which most likely still holds the deleted object.*\[staleread/delete\]`
	if apierrors.IsNotFound(err) {
		return r.replace(ctx, ctrl.Request{NamespacedName: key})
	}
	return err
}

// The old one is most likely found, and no new one made.
func (r *Reconciler) renew(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	if err := r.Delete(ctx, cm, client.GracePeriodSeconds(0)); client.IgnoreNotFound(err) != nil {
		return err
	}
	found := &corev1.ConfigMap{}
	err := r.Get(ctx, client.ObjectKeyFromObject(cm), found) // want `ConfigMap.*\[staleread/delete\]`
	if err == nil {
		return nil
	}
	if !apierrors.IsNotFound(err) {
		return err
	}
	return r.Create(ctx, &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name},
		Data:       w.Spec.Config,
	})
}

// A finalizer holds it, as the cache does not know yet.
func (r *Reconciler) release(ctx context.Context, w *api.Widget) error {
	if err := r.Delete(ctx, w); err != nil {
		return err
	}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil { // want `Widget.*\[staleread/delete\]`
		return client.IgnoreNotFound(err)
	}
	if w.DeletionTimestamp.IsZero() {
		return nil
	}
	w.Finalizers = nil
	return r.Update(ctx, w)
}
