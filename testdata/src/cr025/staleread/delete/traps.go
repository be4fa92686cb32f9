package delete

import (
	"context"
	"errors"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// As long as it is seen, somebody comes back later.
func (r *Mended) gone(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	if err := r.Delete(ctx, w); client.IgnoreNotFound(err) != nil {
		return ctrl.Result{}, err
	}
	err := r.Get(ctx, client.ObjectKeyFromObject(w), &api.Widget{})
	if err == nil {
		return ctrl.Result{RequeueAfter: time.Second}, nil
	}
	return ctrl.Result{}, client.IgnoreNotFound(err)
}

// Another one of the kind.
func (r *Mended) successor(ctx context.Context, w *api.Widget) (int, error) {
	if err := r.Delete(ctx, w); err != nil {
		return 0, err
	}
	var next api.Widget
	if err := r.Get(ctx, client.ObjectKey{Namespace: w.Namespace, Name: w.Name + "-next"}, &next); err != nil {
		return 0, err
	}
	return next.Spec.Size, nil
}

// It could not be deleted: why?
func (r *Mended) refused(ctx context.Context, pod *corev1.Pod) (corev1.PodPhase, error) {
	if err := r.Delete(ctx, pod); err != nil {
		if apierrors.IsNotFound(err) {
			return "", nil
		}
		if err := r.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
			return "", err
		}
	}
	return pod.Status.Phase, nil
}

// The name is used again at once. Create does not read.
func (r *Mended) recreate(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	if err := r.Delete(ctx, cm); client.IgnoreNotFound(err) != nil {
		return err
	}
	return r.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}})
}

func (r *Mended) rehearsal(ctx context.Context, w *api.Widget) (int, error) {
	if err := r.Delete(ctx, w, client.DryRunAll); err != nil {
		return 0, err
	}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
		return 0, err
	}
	return w.Spec.Size, nil
}

// It is going, and if the cache doesn't know of that yet, the error brings the next reconcile all the same.
func (r *Mended) going(ctx context.Context, w *api.Widget) (bool, error) {
	if err := r.Delete(ctx, w, client.PropagationPolicy(metav1.DeletePropagationForeground)); client.IgnoreNotFound(err) != nil {
		return false, err
	}
	var now api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); apierrors.IsNotFound(err) {
		return true, nil
	} else if err != nil {
		return false, err
	}
	if now.DeletionTimestamp != nil {
		return false, nil
	}
	return false, errors.New("not deleted")
}
