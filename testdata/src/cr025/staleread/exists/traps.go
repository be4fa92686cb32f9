package exists

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// All the same to it.
func (r *Mended) atLeast(ctx context.Context, cm *corev1.ConfigMap) error {
	if err := r.Create(ctx, cm); err != nil && !apierrors.IsAlreadyExists(err) {
		return err
	}
	return nil
}

// A patch needs no reading.
func (r *Mended) patched(ctx context.Context, g *api.Gadget) error {
	err := r.Create(ctx, g)
	if apierrors.IsAlreadyExists(err) {
		base := g.DeepCopy()
		base.Serial = ""
		return r.Patch(ctx, g, client.MergeFrom(base))
	}
	return err
}

// Another object is read then.
func (r *Mended) parent(ctx context.Context, w *api.Widget, g *api.Gadget) (string, error) {
	err := r.Create(ctx, g)
	if apierrors.IsAlreadyExists(err) {
		var parent api.Widget
		if err := r.Get(ctx, client.ObjectKey{Namespace: w.Namespace, Name: w.Spec.Parent}, &parent); err != nil {
			return "", err
		}
		return parent.Spec.Colour, nil
	}
	return g.Serial, err
}

// The namespace did not exist, which is another error.
func (r *Mended) otherError(ctx context.Context, g *api.Gadget) (string, error) {
	err := r.Create(ctx, g)
	if apierrors.IsForbidden(err) {
		var have api.Gadget
		if err := r.Get(ctx, client.ObjectKeyFromObject(g), &have); err != nil {
			return "", err
		}
		return have.Serial, nil
	}
	return g.Serial, err
}

// A clientset of its own asks.
func (r *Mended) secretOf(ctx context.Context, secret *corev1.Secret) (*corev1.Secret, error) {
	if err := r.Create(ctx, secret); err != nil {
		if apierrors.IsAlreadyExists(err) {
			return r.clientset.CoreV1().Secrets(secret.Namespace).Get(ctx, secret.Name, metav1.GetOptions{})
		}
		return nil, err
	}
	return secret, nil
}
