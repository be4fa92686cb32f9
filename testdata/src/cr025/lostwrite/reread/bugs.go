// Package reread has objects that are changed, and read anew before they are written.
package reread

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/lostwrite/api"
)

const finalizer = "shop.example.com/widget"

// Reconciler makes Widgets.
type Reconciler struct {
	client.Client
	live client.Reader
}

// Reconcile sets the phase, and a helper reads the object again, in each try.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	w.Status.Phase = "Ready" // rests
	return ctrl.Result{}, r.updateStatus(ctx, w)
}

func (r *Reconciler) updateStatus(ctx context.Context, w *api.Widget) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil { // want `this Get replaces the api.Widget, with its change of Status.Phase, by what is stored, and Status\(\).Update at line \d+ sends just that; make the change after it`
			return err
		}
		return r.Status().Update(ctx, w)
	})
}

// conditions are set before the function that is tried.
func (r *Reconciler) conditions(ctx context.Context, w *api.Widget) error {
	meta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{Type: "Ready", Status: metav1.ConditionTrue})
	w.Status.Made++
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		if err := r.live.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil { // want `this Get replaces the api.Widget, with its change of Status.Conditions \(Ready\) and Status.Made, by`
			return err
		}
		return r.Status().Update(ctx, w)
	})
}

// just reads it for the newest resource version.
func (r *Reconciler) just(ctx context.Context, pod *corev1.Pod) error {
	controllerutil.AddFinalizer(pod, finalizer)
	if err := r.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil { // want `this Get replaces the corev1.Pod, with its change of Finalizers, by`
		return err
	}
	return r.Update(ctx, pod)
}

// onConflict loses it in the second try.
func (r *Reconciler) onConflict(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "Ready"
	for range 3 {
		err := r.Status().Update(ctx, w)
		if err == nil {
			return nil
		}
		if !apierrors.IsConflict(err) {
			return err
		}
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil { // want `this Get replaces .* Status.Phase, by`
			return err
		}
		time.Sleep(time.Second)
	}
	return nil
}

// afterTry does the same in a function that is tried.
func (r *Reconciler) afterTry(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "Ready"
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		err := r.Status().Update(ctx, w)
		if apierrors.IsConflict(err) {
			if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil { // want `this Get replaces .* Status.Phase, by`
				return err
			}
		}
		return err
	})
}

// once has the second try written out.
func (r *Reconciler) once(ctx context.Context, w *api.Widget) error {
	w.Labels["size"] = "small"
	if err := r.Update(ctx, w); err != nil {
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil { // want `this Get replaces .* Labels, by`
			return err
		}
		return r.Update(ctx, w)
	}
	return nil
}

// apply makes the Secret once, and never updates it.
func (r *Reconciler) apply(ctx context.Context, name string, data map[string][]byte) error {
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: name}, Data: data}
	err := r.Get(ctx, client.ObjectKeyFromObject(secret), secret) // want `this Get replaces the corev1.Secret, with its change of Data, by`
	if apierrors.IsNotFound(err) {
		return r.Create(ctx, secret)
	} else if err != nil {
		return err
	}
	return r.Update(ctx, secret)
}

func (r *Reconciler) refreshed(ctx context.Context, w *api.Widget) error {
	w.Spec.Size = 3
	if err := r.refresh(ctx, w); err != nil {
		return err
	}
	return r.Update(ctx, w)
}

func (r *Reconciler) refresh(ctx context.Context, w *api.Widget) error {
	return r.Get(ctx, client.ObjectKeyFromObject(w), w) // want `this Get replaces .* Spec.Size, by`
}

func (r *Reconciler) deferred(ctx context.Context, w *api.Widget) error {
	defer func() {
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err == nil { // want `this Get replaces .* Status.Phase, by`
			_ = r.Status().Update(ctx, w)
		}
	}()
	w.Status.Phase = "Started"
	return r.work(ctx)
}

func (r *Reconciler) work(context.Context) error { return nil }

// StoreStatus is for other packages, whose changes are lost after a conflict.
func StoreStatus(ctx context.Context, c client.Client, w *api.Widget) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		err := c.Status().Update(ctx, w)
		if apierrors.IsConflict(err) {
			if err := c.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil { // want `this Get replaces the api.Widget, with all that callers have changed in it, by what is stored, and Status\(\).Update at line \d+ sends just that; read another object, or take`
				return err
			}
		}
		return err
	})
}

// Store works for any kind.
func Store(ctx context.Context, c client.Client, obj client.Object) error {
	err := c.Get(ctx, client.ObjectKeyFromObject(obj), obj) // want `this Get replaces the object, with all that callers have changed in it`
	if apierrors.IsNotFound(err) {
		return c.Create(ctx, obj)
	} else if err != nil {
		return err
	}
	return c.Update(ctx, obj)
}
