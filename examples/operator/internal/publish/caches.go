package publish

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/ctrllint/ctrllint/examples/operator/api/v1alpha1"
)

// caches claims a volume for each replica, and notes in the status how many there are.
func (p *Publisher) caches(ctx context.Context, site *v1alpha1.Website) error {
	for i := site.Status.Caches; i < site.Spec.Replicas; i++ {
		claim := &corev1.PersistentVolumeClaim{ObjectMeta: metav1.ObjectMeta{
			Namespace: site.Namespace,
			Name:      fmt.Sprintf("%s-cache-%d", site.Name, i),
			Labels:    map[string]string{v1alpha1.WebsiteLabel: site.Name},
		}}
		if err := p.Create(ctx, claim); client.IgnoreAlreadyExists(err) != nil {
			return err
		}
	}
	var claims corev1.PersistentVolumeClaimList
	if err := p.List(ctx, &claims, client.InNamespace(site.Namespace), client.MatchingLabels{v1alpha1.WebsiteLabel: site.Name}); err != nil {
		return err
	}
	site.Status.Caches = int32(len(claims.Items))
	return p.Status().Update(ctx, site)
}
