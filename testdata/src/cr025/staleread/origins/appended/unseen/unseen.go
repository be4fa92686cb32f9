// Package unseen has a manager that does not cache a kind besides those that it is handed.
package unseen

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Reconciler keeps ConfigMaps.
type Reconciler struct{ client.Client }

// A Profile says what is cached.
type Profile interface{ Exempt() []client.Object }

// Setup makes the manager, which reads Pods live, and whatever the profile says.
func Setup(config *rest.Config, profile Profile) error {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Client: client.Options{Cache: &client.CacheOptions{
		DisableFor: append(profile.Exempt(), &corev1.Pod{}),
	}}})
	if err != nil {
		return err
	}
	r := &Reconciler{Client: mgr.GetClient()}
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).Complete(r)
}

// Reconcile may read ConfigMaps from the API server.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, Name: req.Name}}
	if err := r.Create(ctx, cm); err != nil {
		return ctrl.Result{}, err
	}
	err := r.Get(ctx, req.NamespacedName, cm)
	return ctrl.Result{Requeue: len(cm.Data) > 1}, err
}
