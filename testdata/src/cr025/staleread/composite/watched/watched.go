// Package watched makes anew what it has deleted, and hears of what becomes of it, as liqotech's liqo does
// (ipmapping/configuration_controller.go): the update of the deleted object is refused, or else its event comes.
package watched

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Reconciler makes a Service and a Secret for each Widget.
type Reconciler struct {
	client.Client
}

// SetupWithManager watches the Services only.
func (r *Reconciler) SetupWithManager(mgr ctrl.Manager) error {
	r.Client = mgr.GetClient()
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Owns(&corev1.Service{}).Complete(r)
}

// Reconcile makes both anew.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	service := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, Name: req.Name}}
	if err := r.Delete(ctx, service); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	anew := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, Name: req.Name}}
	if _, err := ctrl.CreateOrUpdate(ctx, r.Client, anew, func() error { // want `^note: CreateOrUpdate after the Delete at .* may miss that write, and takes what was deleted for what is there.*\[staleread/composite\]`
		anew.Spec.ClusterIP = corev1.ClusterIPNone
		return nil
	}); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.renew(ctx, req)
}

func (r *Reconciler) renew(ctx context.Context, req ctrl.Request) error {
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, Name: req.Name}}
	if err := r.Delete(ctx, secret); err != nil {
		return client.IgnoreNotFound(err)
	}
	anew := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, Name: req.Name}}
	_, err := ctrl.CreateOrUpdate(ctx, r.Client, anew, func() error { // want `^warning: CreateOrUpdate after the Delete at .* may miss that write, and takes what was deleted for what is there.*\[staleread/composite\]`
		anew.Type = corev1.SecretTypeOpaque
		return nil
	})
	return err
}
