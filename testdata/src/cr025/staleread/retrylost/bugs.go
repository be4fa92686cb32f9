// Package retrylost puts the error of a read in place of the conflict before it.
package retrylost

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

// Reconciler forgets conflicts.
type Reconciler struct {
	client.Client
	APIReader client.Reader
	clientset kubernetes.Interface
}

// Reconcile ends its retry with the first conflict.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var w api.Widget
	if err := r.Get(ctx, req.NamespacedName, &w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	return ctrl.Result{}, retry.RetryOnConflict(retry.DefaultRetry, func() error {
		w.Status.Phase = "Lost"
		err := r.Status().Update(ctx, &w)
		if apierrors.IsConflict(err) {
			err = r.Get(ctx, req.NamespacedName, &w) // want `warning: .*Widget.*Status\(\)\.Update.*the retry ends.*\[staleread/retrylost\]`
		}
		return err
	})
}

// The variable is that of the function around.
func (r *Reconciler) around(ctx context.Context, cm *corev1.ConfigMap) error {
	var err error
	try := func() error {
		cm.Labels = map[string]string{"state": "done"}
		err = r.Update(ctx, cm)
		if apierrors.IsConflict(err) {
			err = r.APIReader.Get(ctx, client.ObjectKeyFromObject(cm), cm) // want `warning: .*ConfigMap.*\[staleread/retrylost\]`
		}
		return err
	}
	return retry.OnError(retry.DefaultRetry, apierrors.IsConflict, try)
}

// What a clientset has read is as good.
func (r *Reconciler) typed(ctx context.Context, cm *corev1.ConfigMap) error {
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		cm.Labels = map[string]string{"state": "done"}
		_, err := r.clientset.CoreV1().ConfigMaps(cm.Namespace).Update(ctx, cm, metav1.UpdateOptions{})
		switch {
		case apierrors.IsNotFound(err):
			return nil
		case apierrors.IsConflict(err):
			var now *corev1.ConfigMap
			now, err = r.clientset.CoreV1().ConfigMaps(cm.Namespace).Get(ctx, cm.Name, metav1.GetOptions{}) // want `warning: .*ConfigMap.*\[staleread/retrylost\]`
			if err == nil {
				now.DeepCopyInto(cm)
			}
		}
		return err
	})
}

func (r *Reconciler) direct(ctx context.Context, w *api.Widget) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := r.Update(ctx, w); apierrors.IsConflict(err) {
			return r.read(ctx, w)
		} else if err != nil {
			return err
		}
		return nil
	})
}

func (r *Reconciler) read(ctx context.Context, w *api.Widget) error {
	return r.APIReader.Get(ctx, client.ObjectKeyFromObject(w), w) // want `warning: .*Widget.*\[staleread/retrylost\]`
}

// Nobody tries again at once; an event may bring it.
func (r *Reconciler) setPhase(ctx context.Context, w *api.Widget, phase string) error {
	w.Status.Phase = phase
	err := r.Status().Update(ctx, w)
	if apierrors.IsConflict(err) {
		err = r.Get(ctx, client.ObjectKeyFromObject(w), w) // want `note: .*Widget.*callers take the change for stored.*\[staleread/retrylost\]`
	}
	return err
}

// The last try is lost.
func (r *Reconciler) thrice(ctx context.Context, w *api.Widget) error {
	var err error
	for range 3 {
		w.Spec.Size++
		if err = r.Update(ctx, w); err == nil || !apierrors.IsConflict(err) {
			return err
		}
		if err = r.APIReader.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil { // want `note: .*Widget.*\[staleread/retrylost\]`
			break
		}
	}
	return err
}
