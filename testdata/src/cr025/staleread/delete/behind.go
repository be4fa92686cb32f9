package delete

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Renewer makes things anew, in steps.
type Renewer struct {
	client.Client
	APIReader client.Reader
}

// Both steps do what they are for in any case.
func (r *Renewer) renew(ctx context.Context, w *api.Widget) error {
	if err := r.discard(ctx, client.ObjectKeyFromObject(w)); err != nil {
		return err
	}
	if err := r.ensure(ctx, w); err != nil {
		return err
	}
	w.Status.Phase = "Renewed"
	return r.Status().Update(ctx, w)
}

func (r *Renewer) discard(ctx context.Context, key client.ObjectKey) error {
	old := &corev1.ConfigMap{}
	old.Name, old.Namespace = key.Name, key.Namespace
	return client.IgnoreNotFound(r.Delete(ctx, old))
}

func (r *Renewer) ensure(ctx context.Context, w *api.Widget) error {
	have := &corev1.ConfigMap{}
	err := r.Get(ctx, client.ObjectKeyFromObject(w), have) // want `warning: Get after the Delete at behind.go.*ConfigMap.*\[staleread/delete\]`
	if !apierrors.IsNotFound(err) {
		return err
	}
	have.Name, have.Namespace = w.Name, w.Namespace
	return r.Create(ctx, have)
}

// The second step asks the API server.
func (r *Renewer) renewLive(ctx context.Context, w *api.Widget) error {
	if err := r.discard(ctx, client.ObjectKeyFromObject(w)); err != nil {
		return err
	}
	return r.ensureLive(ctx, w)
}

func (r *Renewer) ensureLive(ctx context.Context, w *api.Widget) error {
	have := &corev1.ConfigMap{}
	err := r.APIReader.Get(ctx, client.ObjectKeyFromObject(w), have)
	if !apierrors.IsNotFound(err) {
		return err
	}
	have.Name, have.Namespace = w.Name, w.Namespace
	return r.Create(ctx, have)
}

// What the first step deletes, it chooses itself.
func (r *Renewer) prune(ctx context.Context, secret *corev1.Secret) error {
	if err := r.discardOld(ctx, secret); err != nil {
		return err
	}
	return r.ensureSecret(ctx, secret)
}

func (r *Renewer) discardOld(ctx context.Context, secret *corev1.Secret) error {
	if secret.Labels["keep"] != "" {
		return nil
	}
	return client.IgnoreNotFound(r.Delete(ctx, secret))
}

func (r *Renewer) ensureSecret(ctx context.Context, of *corev1.Secret) error {
	have := &corev1.Secret{}
	err := r.Get(ctx, client.ObjectKeyFromObject(of), have) // want `note: Get after the Delete at behind.go.*Secret.*\[staleread/delete\]`
	if !apierrors.IsNotFound(err) {
		return err
	}
	return r.Create(ctx, of.DeepCopy())
}
