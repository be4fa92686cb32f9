package reread

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/lostwrite/api"
)

func (r *Reconciler) updateStatusMended(ctx context.Context, w *api.Widget, change func(*api.Status)) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
			return err
		}
		change(&w.Status)
		return r.Status().Update(ctx, w)
	})
}

func (r *Reconciler) reconcileMended(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "Ready"
	return r.updateStatusMended(ctx, w, func(s *api.Status) { s.Phase = "Ready" })
}

func (r *Reconciler) justMended(ctx context.Context, pod *corev1.Pod) error {
	if err := r.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
		return err
	}
	controllerutil.AddFinalizer(pod, finalizer)
	return r.Update(ctx, pod)
}

func (r *Reconciler) onConflictMended(ctx context.Context, w *api.Widget) error {
	for range 3 {
		w.Status.Phase = "Ready"
		err := r.Status().Update(ctx, w)
		if err == nil {
			return nil
		}
		if !apierrors.IsConflict(err) {
			return err
		}
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
			return err
		}
	}
	return nil
}

func (r *Reconciler) afterTryMended(ctx context.Context, w *api.Widget) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		w.Status.Phase = "Ready"
		err := r.Status().Update(ctx, w)
		if apierrors.IsConflict(err) {
			if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
				return err
			}
		}
		return err
	})
}

func (r *Reconciler) onceMended(ctx context.Context, w *api.Widget) error {
	w.Labels["size"] = "small"
	if err := r.Update(ctx, w); err != nil {
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
			return err
		}
		w.Labels["size"] = "small"
		return r.Update(ctx, w)
	}
	return nil
}

func (r *Reconciler) applyMended(ctx context.Context, name string, data map[string][]byte) error {
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: name}, Data: data}
	found := &corev1.Secret{}
	err := r.Get(ctx, client.ObjectKeyFromObject(secret), found)
	if apierrors.IsNotFound(err) {
		return r.Create(ctx, secret)
	} else if err != nil {
		return err
	}
	secret.ResourceVersion = found.ResourceVersion
	return r.Update(ctx, secret)
}
