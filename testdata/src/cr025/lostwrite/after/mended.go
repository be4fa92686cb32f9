package after

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/lostwrite/api"
)

func (r *Reconciler) neverMended(ctx context.Context, key client.ObjectKey) error {
	var w api.Widget
	if err := r.Get(ctx, key, &w); err != nil {
		return err
	}
	w.Status.Phase = "Ready"
	return r.Status().Update(ctx, &w)
}

func (r *Reconciler) createMended(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: w.Name, Namespace: w.Namespace}}
	if err := controllerutil.SetControllerReference(w, cm, r.Scheme()); err != nil {
		return err
	}
	return r.Create(ctx, cm)
}
