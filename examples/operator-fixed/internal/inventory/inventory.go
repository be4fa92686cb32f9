// Package inventory marks what belongs to a Website, so that a report of the cluster can count it.
package inventory

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/ctrllint/ctrllint/examples/operator-fixed/api/v1alpha1"
)

const countedLabel = "web.example.com/counted"

// Reconciler marks Deployments.
type Reconciler struct {
	client.Client
}

// SetupWithManager registers the reconciler.
func (r *Reconciler) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).Named("inventory").
		For(&appsv1.Deployment{}).
		Complete(r)
}

// Reconcile marks one Deployment.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var deployment appsv1.Deployment
	if err := r.Get(ctx, req.NamespacedName, &deployment); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if deployment.Labels[v1alpha1.WebsiteLabel] == "" || deployment.Labels[countedLabel] != "" {
		return ctrl.Result{}, nil
	}
	base := client.MergeFrom(deployment.DeepCopy())
	deployment.Labels[countedLabel] = "true"
	return ctrl.Result{}, r.Patch(ctx, &deployment, base)
}
