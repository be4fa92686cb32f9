// Package read reads typed objects. Alone it is right.
package read

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Name is of no use for informers.
const Name = "read"

// A Reconciler reads Deployments.
type Reconciler struct{ client.Client }

// New returns a reconciler.
func New(c client.Client) *Reconciler { return &Reconciler{c} }

// SetupWithManager registers the reconciler.
func (r *Reconciler) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Service{}).Complete(r)
}

// Reconcile reads a Deployment.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, r.Get(ctx, req.NamespacedName, &appsv1.Deployment{})
}

// Valid tells whether a name is one; no reconciler is needed for that.
func Valid(name string) bool { return name == Name }
