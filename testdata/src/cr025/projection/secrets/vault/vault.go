// Package vault watches the metadata of Secrets and reads them typed, which is right if main keeps Secrets out of the
// cache, as operators do. That can't be seen from here, so it is for main to report.
package vault

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A Reconciler deals with Secrets.
type Reconciler struct{ client.Client }

// SetupWithManager registers the reconciler.
func (r *Reconciler) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Secret{}, builder.OnlyMetadata).Complete(r)
}

// Reconcile reads a Secret.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var secret corev1.Secret
	err := r.Get(ctx, req.NamespacedName, &secret)
	return ctrl.Result{Requeue: len(secret.Data) == 0}, err
}
