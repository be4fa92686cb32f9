// Package retryblind sends the same object again after a conflict, with the version that was in conflict.
package retryblind

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Reconciler insists.
type Reconciler struct {
	client.Client
	clientset kubernetes.Interface
}

// Reconcile reads once and writes five times.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var w api.Widget
	if err := r.Get(ctx, req.NamespacedName, &w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		w.Status.Phase = "Blind"
		return r.Status().Update(ctx, &w) // want `Widget.*\[staleread/retryblind\]`
	})
	return ctrl.Result{}, err
}

func (r *Reconciler) update(ctx context.Context, w *api.Widget) error {
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		if err := r.Update(ctx, w); err != nil { // want `Widget.*\[staleread/retryblind\]`
			return err
		}
		return nil
	})
}

func (r *Reconciler) onError(ctx context.Context, cm *corev1.ConfigMap) error {
	return retry.OnError(retry.DefaultRetry, apierrors.IsConflict, func() error {
		return r.Update(ctx, cm) // want `ConfigMap.*\[staleread/retryblind\]`
	})
}

// The lock has the version of the base, which stays what it was.
func (r *Reconciler) locked(ctx context.Context, w *api.Widget) error {
	base := w.DeepCopy()
	w.Spec.Size++
	patch := client.MergeFromWithOptions(base, client.MergeFromWithOptimisticLock{})
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return r.Patch(ctx, w, patch) // want `Widget.*\[staleread/retryblind\]`
	})
}

func (r *Reconciler) byClientset(ctx context.Context, node *corev1.Node) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := r.clientset.CoreV1().Nodes().UpdateStatus(ctx, node, metav1.UpdateOptions{}) // want `Node.*\[staleread/retryblind\]`
		return err
	})
}

// Another object is read again.
func (r *Reconciler) wrongOne(ctx context.Context, w *api.Widget) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var cm corev1.ConfigMap
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), &cm); err != nil {
			return err
		}
		w.Spec.Config = cm.Data
		return r.Update(ctx, w) // want `Widget.*\[staleread/retryblind\]`
	})
}

// A function that returns nothing changes it, and reads nothing.
func (r *R) mutated(ctx context.Context, w *api.Widget, mutate func(*api.Widget)) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		mutate(w)
		return r.Status().Update(ctx, w) // want `sends the same.*\[staleread/retryblind\]`
	})
}

// One that can fail may read it.
func (r *R) prepared(ctx context.Context, w *api.Widget, prepare func(*api.Widget) error) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := prepare(w); err != nil {
			return err
		}
		return r.Status().Update(ctx, w)
	})
}
