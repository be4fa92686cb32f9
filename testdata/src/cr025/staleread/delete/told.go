package delete

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Asker asks by a helper whether something is there.
type Asker struct{ client.Client }

func (r *Asker) exists(ctx context.Context, obj client.Object) (bool, error) {
	err := r.Get(ctx, client.ObjectKeyFromObject(obj), obj) // want `Get after the Delete at told.go.*ConfigMap.*\[staleread/delete\]`
	if apierrors.IsNotFound(err) {
		return false, nil
	}
	return err == nil, err
}

func (r *Asker) isThere(ctx context.Context, key client.ObjectKey) (bool, error) {
	err := r.Get(ctx, key, &corev1.Secret{})
	if apierrors.IsNotFound(err) {
		return false, nil
	}
	return err == nil, err
}

// What is told decides.
func (r *Asker) block(ctx context.Context, w *api.Widget, cm *corev1.ConfigMap) error {
	if err := r.Delete(ctx, cm); client.IgnoreNotFound(err) != nil {
		return err
	}
	there, err := r.exists(ctx, cm)
	if err != nil {
		return err
	}
	if there {
		w.Status.Phase = "Blocked"
		return r.Status().Update(ctx, w)
	}
	return nil
}

// As long as it is there, somebody comes back.
func (r *Asker) wait(ctx context.Context, w *api.Widget, secret *corev1.Secret) (ctrl.Result, error) {
	if err := r.Delete(ctx, secret); client.IgnoreNotFound(err) != nil {
		return ctrl.Result{}, err
	}
	there, err := r.isThere(ctx, client.ObjectKeyFromObject(secret))
	if err != nil {
		return ctrl.Result{}, err
	}
	if there {
		return ctrl.Result{RequeueAfter: 1}, nil
	}
	w.Status.Phase = "Gone"
	return ctrl.Result{}, r.Status().Update(ctx, w)
}

// All that is done when it is there is to come back; the rest looks at it when nothing was deleted.
func (r *Asker) waits(ctx context.Context, w *api.Widget, cm *corev1.ConfigMap) (ctrl.Result, error) {
	if w.DeletionTimestamp != nil {
		if err := r.Delete(ctx, cm); client.IgnoreNotFound(err) != nil {
			return ctrl.Result{}, err
		}
		if err := r.Get(ctx, client.ObjectKeyFromObject(cm), cm); err == nil {
			return ctrl.Result{RequeueAfter: 1}, nil
		} else if client.IgnoreNotFound(err) != nil {
			return ctrl.Result{}, err
		}
		w.Finalizers = nil
		return ctrl.Result{}, r.Update(ctx, w)
	}
	w.Status.Phase = cm.Data["phase"]
	return ctrl.Result{}, r.Status().Update(ctx, w)
}
