package publish

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/ctrllint/ctrllint/examples/operator-fixed/api/v1alpha1"
)

// caches claims volumes until there is one for each replica, and keeps account of those that it has made.
func (p *Publisher) caches(ctx context.Context, site *v1alpha1.Website) error {
	var claims corev1.PersistentVolumeClaimList
	if err := p.List(ctx, &claims, client.InNamespace(site.Namespace), client.MatchingLabels{v1alpha1.WebsiteLabel: site.Name}); err != nil {
		return err
	}
	for site.Status.Caches = int32(len(claims.Items)); site.Status.Caches < site.Spec.Replicas; site.Status.Caches++ {
		claim := &corev1.PersistentVolumeClaim{ObjectMeta: metav1.ObjectMeta{
			Namespace:    site.Namespace,
			GenerateName: site.Name + "-cache-",
			Labels:       map[string]string{v1alpha1.WebsiteLabel: site.Name},
		}}
		if err := p.Create(ctx, claim); err != nil {
			return err
		}
	}
	return p.Status().Update(ctx, site)
}
