// Package composite has CreateOrUpdate and kin after a write of the same object: they read it first.
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

// Reconciler makes a ConfigMap for each Widget.
type Reconciler struct {
	client.Client
}

// Reconcile creates, and a little later creates or updates.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, Name: req.Name}}
	if err := r.Create(ctx, cm); err != nil {
		return ctrl.Result{}, err
	}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error { // want `CreateOrUpdate after the Create at bugs.go:[0-9]+ reads the corev1.ConfigMap from the cache, which may miss that write, and creates it again or updates an old state; do it in one call, or set Client.Cache.EnableReadYourWritesConsistency \(controller-runtime 0.25\) \[staleread/composite\]`
		cm.Data = map[string]string{"ready": "yes"}
		return nil
	})
	return ctrl.Result{}, err
}

// Two in a row, on two variables for one object.
func (r *Reconciler) twice(ctx context.Context, w *api.Widget) error {
	first := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	if _, err := ctrl.CreateOrUpdate(ctx, r.Client, first, func() error {
		first.Spec.ClusterIP = corev1.ClusterIPNone
		return nil
	}); err != nil {
		return err
	}
	second := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	if _, err := ctrl.CreateOrUpdate(ctx, r.Client, second, func() error { // want `Service.*\[staleread/composite\]`
		second.Labels = map[string]string{"widget": w.Name}
		return nil
	}); err != nil {
		return err
	}
	return nil
}

// Nothing is sent if the old size was the one that is asked for.
func (r *Reconciler) patches(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	w.Spec.Size = 3
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	_, err := controllerutil.CreateOrPatch(ctx, r, w, func() error { // want `Widget.*\[staleread/composite\]`
		w.Spec.Size = w.Status.Made
		return nil
	})
	return err
}

func (r *Reconciler) variable(ctx context.Context, secret *corev1.Secret) error {
	if err := r.Delete(ctx, secret); err != nil {
		return err
	}
	_, err := ctrl.CreateOrPatch(ctx, r.Client, secret, func() error { return nil }) // want `Secret.*\[staleread/composite\]`
	return err
}
