package publish

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/ctrllint/ctrllint/examples/operator-fixed/api/v1alpha1"
)

// caches claims a volume for each replica, and notes in the status how many there are.
func (p *Publisher) caches(ctx context.Context, site *v1alpha1.Website) error {
	for ; site.Status.Caches < site.Spec.Replicas; site.Status.Caches++ {
		claim := &corev1.PersistentVolumeClaim{ObjectMeta: metav1.ObjectMeta{
			Namespace: site.Namespace,
			Name:      fmt.Sprintf("%s-cache-%d", site.Name, site.Status.Caches),
			Labels:    map[string]string{v1alpha1.WebsiteLabel: site.Name},
		}}
		if err := p.Create(ctx, claim); client.IgnoreAlreadyExists(err) != nil {
			return err
		}
	}
	return p.Status().Update(ctx, site)
}
