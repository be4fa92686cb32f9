package publish

import (
	"context"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"github.com/ctrllint/ctrllint/examples/operator/api/v1alpha1"
)

// settings keeps the ConfigMap that the server is started with.
func (p *Publisher) settings(ctx context.Context, site *v1alpha1.Website) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: site.Namespace, Name: site.Name + "-settings"}}
	if _, err := controllerutil.CreateOrUpdate(ctx, p.Client, cm, func() error {
		return controllerutil.SetControllerReference(site, cm, p.Scheme())
	}); err != nil {
		return err
	}
	_, err := controllerutil.CreateOrUpdate(ctx, p.Client, cm, func() error {
		cm.Data = map[string]string{"hosts": strings.Join(site.Spec.Hosts, ",")}
		return nil
	})
	return err
}
