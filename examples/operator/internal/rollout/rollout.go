// Package rollout restarts the servers of a Website when a Secret that they read changes.
package rollout

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/predicate"

	"github.com/ctrllint/ctrllint/examples/operator/api/v1alpha1"
)

const hashAnnotation = "web.example.com/secret-hash"

// Reconciler keeps the hash of a Website's Secret in its Deployment's pods, which restarts them when it changes.
type Reconciler struct {
	client.Client
}

// SetupWithManager registers the reconciler. All Secrets of a cluster, with their data, are much to hold in memory: only
// their metadata is watched.
func (r *Reconciler) SetupWithManager(mgr ctrl.Manager) error {
	ours := predicate.NewPredicateFuncs(func(obj client.Object) bool {
		return obj.GetLabels()[v1alpha1.WebsiteLabel] != ""
	})
	return ctrl.NewControllerManagedBy(mgr).Named("rollout").
		For(&corev1.Secret{}, builder.OnlyMetadata, builder.WithPredicates(ours)).
		Complete(r)
}

// Reconcile brings the Deployment that one Secret belongs to up to date.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var secret corev1.Secret
	if err := r.Get(ctx, req.NamespacedName, &secret); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	var deployment appsv1.Deployment
	key := client.ObjectKey{Namespace: secret.Namespace, Name: secret.Labels[v1alpha1.WebsiteLabel]}
	if err := r.Get(ctx, key, &deployment); apierrors.IsNotFound(err) {
		return ctrl.Result{}, nil
	} else if err != nil {
		return ctrl.Result{}, err
	}
	template := &deployment.Spec.Template
	if hash := hashOf(&secret); template.Annotations[hashAnnotation] != hash {
		base := client.MergeFrom(deployment.DeepCopy())
		if template.Annotations == nil {
			template.Annotations = map[string]string{}
		}
		template.Annotations[hashAnnotation] = hash
		return ctrl.Result{}, r.Patch(ctx, &deployment, base)
	}
	return ctrl.Result{}, nil
}

func hashOf(secret *corev1.Secret) string {
	h := sha256.New()
	for _, key := range slices.Sorted(maps.Keys(secret.Data)) {
		h.Write([]byte(key))
		h.Write(secret.Data[key])
	}
	return hex.EncodeToString(h.Sum(nil))
}
