package composite

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
)

// Mended writes once.
type Mended struct {
	client.Client
}

// Reconcile has one mutation for all.
func (r *Mended) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, Name: req.Name}}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error {
		cm.Data = map[string]string{"ready": "yes"}
		return nil
	})
	return ctrl.Result{}, err
}

func (r *Mended) twice(ctx context.Context, w *api.Widget) error {
	svc := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	_, err := ctrl.CreateOrUpdate(ctx, r.Client, svc, func() error {
		svc.Spec.ClusterIP = corev1.ClusterIPNone
		svc.Labels = map[string]string{"widget": w.Name}
		return nil
	})
	return err
}

// What was written has the version that the next write needs.
func (r *Mended) patches(ctx context.Context, w *api.Widget) error {
	w.Spec.Size = 3
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	base := w.DeepCopy()
	w.Status.Phase = "Sized"
	return r.Status().Patch(ctx, w, client.MergeFrom(base))
}
