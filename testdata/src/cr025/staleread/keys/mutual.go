package keys

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// suffixed names an object by what it was named before, so that its key speaks of the object itself.
func suffixed(suffix string) *corev1.Secret {
	secret := &corev1.Secret{}
	secret.Name = secret.Name + suffix
	return secret
}

// crossed names two objects by each other.
func crossed() *corev1.Secret {
	left, right := &corev1.Secret{}, &corev1.Secret{}
	left.Name = right.Name + "-left"
	right.Name = left.Name + "-right"
	return left
}

// Who the secrets are can't be said.
func (r *Reconciler) selfNamed(ctx context.Context, suffix string) error {
	for _, secret := range []*corev1.Secret{suffixed(suffix), crossed()} {
		if err := r.Update(ctx, secret); err != nil {
			return err
		}
	}
	if err := r.Get(ctx, client.ObjectKeyFromObject(suffixed(suffix)), &corev1.Secret{}); err != nil {
		return err
	}
	return r.Get(ctx, client.ObjectKeyFromObject(crossed()), &corev1.Secret{})
}
