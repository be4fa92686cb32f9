package publish

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/ctrllint/ctrllint/examples/operator/api/v1alpha1"
)

// caches claims volumes until there is one for each replica.
func (p *Publisher) caches(ctx context.Context, site *v1alpha1.Website) error {
	for {
		var claims corev1.PersistentVolumeClaimList
		if err := p.List(ctx, &claims, client.InNamespace(site.Namespace), client.MatchingLabels{v1alpha1.WebsiteLabel: site.Name}); err != nil {
			return err
		}
		if made := int32(len(claims.Items)); made >= site.Spec.Replicas {
			site.Status.Caches = made
			return p.Status().Update(ctx, site)
		}
		claim := &corev1.PersistentVolumeClaim{ObjectMeta: metav1.ObjectMeta{
			Namespace:    site.Namespace,
			GenerateName: site.Name + "-cache-",
			Labels:       map[string]string{v1alpha1.WebsiteLabel: site.Name},
		}}
		if err := p.Create(ctx, claim); err != nil {
			return err
		}
	}
}
