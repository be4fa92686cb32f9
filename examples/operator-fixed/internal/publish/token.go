package publish

import (
	"context"
	"crypto/rand"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/ctrllint/ctrllint/examples/operator-fixed/api/v1alpha1"
)

// token makes sure that there is a Secret with a token, which is never changed.
func (p *Publisher) token(ctx context.Context, site *v1alpha1.Website) error {
	secret := &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{Namespace: site.Namespace, Name: site.Name + "-token"},
		StringData: map[string]string{"token": rand.Text()},
	}
	err := p.Create(ctx, secret)
	if apierrors.IsAlreadyExists(err) {
		err = p.APIReader.Get(ctx, client.ObjectKeyFromObject(secret), secret)
	}
	if err != nil {
		return err
	}
	if secret.Labels[v1alpha1.WebsiteLabel] == site.Name {
		return nil
	}
	secret.Labels = map[string]string{v1alpha1.WebsiteLabel: site.Name}
	return p.Update(ctx, secret)
}
