package delete

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Mended does without what it can't know.
type Mended struct {
	client.Client
	apiReader client.Reader
}

// Reconcile is called again when the Pod is gone.
func (r *Mended) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if pod.Status.Phase == corev1.PodFailed {
		return ctrl.Result{}, r.Delete(ctx, &pod)
	}
	var now corev1.Pod
	err := r.Get(ctx, req.NamespacedName, &now)
	if err != nil {
		return ctrl.Result{}, err
	}
	now.Labels = map[string]string{"survived": "yes"}
	return ctrl.Result{}, r.Update(ctx, &now)
}

// The API server knows.
func (r *Mended) renew(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	if err := r.Delete(ctx, cm, client.GracePeriodSeconds(0)); client.IgnoreNotFound(err) != nil {
		return err
	}
	found := &corev1.ConfigMap{}
	err := r.apiReader.Get(ctx, client.ObjectKeyFromObject(cm), found)
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

// The cache is waited for.
func (r *Mended) release(ctx context.Context, w *api.Widget) error {
	if err := r.Delete(ctx, w); err != nil {
		return err
	}
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		err := r.Get(ctx, client.ObjectKeyFromObject(w), w)
		return apierrors.IsNotFound(err), client.IgnoreNotFound(err)
	})
}
