// Package paths has the write on some of the ways to the read.
package paths

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Reconciler writes here and there.
type Reconciler struct {
	client.Client
}

// Reconcile makes the Deployment if there is none, and then reads it for the status.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	found := &appsv1.Deployment{}
	err := r.Get(ctx, req.NamespacedName, found)
	if apierrors.IsNotFound(err) {
		d := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, Name: req.Name}}
		if err := r.Create(ctx, d); err != nil {
			return ctrl.Result{}, err
		}
	} else if err != nil {
		return ctrl.Result{}, err
	}
	current := &appsv1.Deployment{}
	if err := r.Get(ctx, req.NamespacedName, current); err != nil { // want `Deployment.*\[staleread/get\]`
		return ctrl.Result{}, err
	}
	return ctrl.Result{Requeue: current.Status.ReadyReplicas == 0}, nil
}

func (r *Reconciler) inCase(ctx context.Context, w *api.Widget) (string, error) {
	switch w.Status.Phase {
	case "":
		w.Status.Phase = "New"
		if err := r.Status().Update(ctx, w); err != nil {
			return "", err
		}
	case "New":
		w.Labels = map[string]string{"new": "no"}
	default:
		return w.Status.Phase, nil
	}
	var now api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil { // want `Widget.*\[staleread/get\]`
		return "", err
	}
	return now.Status.Phase, nil
}

// A conflict is let pass, and so is success.
func (r *Reconciler) errorsPass(ctx context.Context, cm *corev1.ConfigMap) (map[string]string, error) {
	if err := r.Update(ctx, cm); err != nil && !apierrors.IsConflict(err) {
		return nil, err
	}
	var now corev1.ConfigMap
	err := r.Get(ctx, client.ObjectKeyFromObject(cm), &now) // want `ConfigMap.*\[staleread/get\]`
	return now.Data, err
}

// The error is logged, or there is none: the read comes next.
func (r *Reconciler) goesOn(ctx context.Context, cm *corev1.ConfigMap) (map[string]string, error) {
	log := ctrl.LoggerFrom(ctx)
	if err := r.Update(ctx, cm); err != nil {
		log.Error(err, "not written")
	}
	var now corev1.ConfigMap
	err := r.Get(ctx, client.ObjectKeyFromObject(cm), &now) // want `ConfigMap.*\[staleread/get\]`
	return now.Data, err
}

func (r *Reconciler) onSuccess(ctx context.Context, w *api.Widget) (int, error) {
	err := r.Update(ctx, w)
	if err == nil {
		err = r.Get(ctx, client.ObjectKeyFromObject(w), w) // want `Widget.*\[staleread/get\]`
	}
	return w.Spec.Size, err
}

// What is deferred comes after the write.
func (r *Reconciler) deferred(ctx context.Context, key types.NamespacedName) (err error) {
	var w api.Widget
	if err := r.Get(ctx, key, &w); err != nil {
		return err
	}
	defer func() {
		var latest api.Widget
		if getErr := r.Get(ctx, key, &latest); getErr != nil { // want `Widget.*\[staleread/get\]`
			err = getErr
			return
		}
		latest.Status.Phase = "Left"
		err = r.Status().Update(ctx, &latest)
	}()
	w.Labels = map[string]string{"entered": "yes"}
	return r.Update(ctx, &w)
}

// One of the two writes is of the key that is read.
func (r *Reconciler) second(ctx context.Context, w *api.Widget, cm *corev1.ConfigMap) (map[string]string, error) {
	if err := r.Update(ctx, cm); err != nil {
		return nil, err
	}
	if err := r.Update(ctx, w); err != nil {
		return nil, err
	}
	var now corev1.ConfigMap
	err := r.Get(ctx, client.ObjectKeyFromObject(cm), &now) // want `ConfigMap.*\[staleread/get\]`
	return now.Data, err
}

// The condition of the write says nothing about the read.
func (r *Reconciler) unrelated(ctx context.Context, w *api.Widget, paused bool) (int, error) {
	if w.Spec.Size == 0 {
		w.Spec.Size = 1
		if err := r.Update(ctx, w); err != nil {
			return 0, err
		}
	}
	if paused {
		return 0, nil
	}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil { // want `Widget.*\[staleread/get\]`
		return 0, err
	}
	return w.Spec.Size, nil
}
