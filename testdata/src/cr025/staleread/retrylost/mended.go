package retrylost

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Mended keeps its conflicts.
type Mended struct{ Reconciler }

// Reconcile gives the error of the read another name.
func (r *Mended) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var w api.Widget
	if err := r.Get(ctx, req.NamespacedName, &w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	return ctrl.Result{}, retry.RetryOnConflict(retry.DefaultRetry, func() error {
		w.Status.Phase = "Kept"
		err := r.Status().Update(ctx, &w)
		if apierrors.IsConflict(err) {
			if err := r.APIReader.Get(ctx, req.NamespacedName, &w); err != nil {
				return err
			}
		}
		return err
	})
}

// It reads first.
func (r *Mended) around(ctx context.Context, cm *corev1.ConfigMap) error {
	var err error
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err = r.APIReader.Get(ctx, client.ObjectKeyFromObject(cm), cm); err != nil {
			return err
		}
		cm.Labels = map[string]string{"state": "done"}
		err = r.Update(ctx, cm)
		return err
	})
}

func (r *Mended) typed(ctx context.Context, cm *corev1.ConfigMap) error {
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		cm.Labels = map[string]string{"state": "done"}
		_, err := r.clientset.CoreV1().ConfigMaps(cm.Namespace).Update(ctx, cm, metav1.UpdateOptions{})
		if apierrors.IsConflict(err) {
			if now, getErr := r.clientset.CoreV1().ConfigMaps(cm.Namespace).Get(ctx, cm.Name, metav1.GetOptions{}); getErr == nil {
				cm = now
			}
		}
		return err
	})
}

// The update is done again before it returns.
func (r *Mended) setPhase(ctx context.Context, w *api.Widget, phase string) error {
	w.Status.Phase = phase
	err := r.Status().Update(ctx, w)
	if apierrors.IsConflict(err) {
		if err = r.APIReader.Get(ctx, client.ObjectKeyFromObject(w), w); err == nil {
			w.Status.Phase = phase
			err = r.Status().Update(ctx, w)
		}
	}
	return err
}
