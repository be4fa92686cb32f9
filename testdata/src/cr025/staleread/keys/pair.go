package keys

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Pairs keeps two ConfigMaps for each Secret: one of its name, and another with a suffix.
type Pairs struct{ client.Client }

// Reconcile drops both. Each is another object in the variable of another call.
func (p *Pairs) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	secret := &corev1.Secret{}
	if err := p.Get(ctx, req.NamespacedName, secret); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, p.both(ctx, secret)
}

func (p *Pairs) both(ctx context.Context, secret *corev1.Secret) error {
	if err := p.drop(ctx, client.ObjectKey{Namespace: secret.Namespace, Name: secret.Name + "-first"}); err != nil {
		return err
	}
	return p.drop(ctx, client.ObjectKey{Namespace: secret.Namespace, Name: secret.Name})
}

func (p *Pairs) drop(ctx context.Context, key client.ObjectKey) error {
	var config corev1.ConfigMap
	if err := p.Get(ctx, key, &config); err != nil {
		return client.IgnoreNotFound(err)
	}
	return p.Delete(ctx, &config)
}
