package publish

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/ctrllint/ctrllint/examples/operator/api/v1alpha1"
)

// account makes sure that there is a ServiceAccount, and that it may pull with the site's token.
func (p *Publisher) account(ctx context.Context, site *v1alpha1.Website) error {
	accounts := p.Clientset.CoreV1().ServiceAccounts(site.Namespace)
	_, err := p.Accounts.ServiceAccounts(site.Namespace).Get(site.Name)
	if apierrors.IsNotFound(err) {
		account := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: site.Name}}
		_, err = accounts.Create(ctx, account, metav1.CreateOptions{})
	}
	if err != nil {
		return err
	}
	account, err := p.Accounts.ServiceAccounts(site.Namespace).Get(site.Name)
	if err != nil || len(account.ImagePullSecrets) > 0 {
		return err
	}
	account = account.DeepCopy()
	account.ImagePullSecrets = []corev1.LocalObjectReference{{Name: site.Name + "-token"}}
	_, err = accounts.Update(ctx, account, metav1.UpdateOptions{})
	return err
}
