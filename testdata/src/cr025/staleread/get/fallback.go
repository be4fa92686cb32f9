package get

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Secrets are found in the cache, or else asked for.
type Secrets struct {
	client.Client
	live client.Reader
}

// SetupWithManager sets the Secrets up.
func (s *Secrets) SetupWithManager(mgr ctrl.Manager) error {
	s.live = mgr.GetAPIReader()
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Service{}).Complete(s)
}

// Reconcile makes a Secret and looks for it, in two ways.
func (s *Secrets) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	secret := &corev1.Secret{}
	secret.Name, secret.Namespace = req.Name, req.Namespace
	if err := s.Create(ctx, secret); err != nil {
		return ctrl.Result{}, client.IgnoreAlreadyExists(err)
	}
	if _, err := s.find(ctx, req); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if _, err := s.other(ctx, req); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	return ctrl.Result{}, nil
}

// What the cache doesn't have yet the API server is asked for.
func (s *Secrets) find(ctx context.Context, req ctrl.Request) (*corev1.Secret, error) {
	secret := &corev1.Secret{}
	err := s.Get(ctx, req.NamespacedName, secret)
	if err == nil {
		return secret, nil
	}
	if !apierrors.IsNotFound(err) {
		return nil, err
	}
	if err := s.live.Get(ctx, req.NamespacedName, secret); err != nil {
		return nil, err
	}
	return secret, nil
}

// Only if the cache can't be asked is the API server.
func (s *Secrets) other(ctx context.Context, req ctrl.Request) (*corev1.Secret, error) {
	secret := &corev1.Secret{}
	err := s.Get(ctx, req.NamespacedName, secret) // want `Secret.*\[staleread/get\]`
	if err == nil || apierrors.IsNotFound(err) {
		return secret, err
	}
	if err := s.live.Get(ctx, req.NamespacedName, secret); err != nil {
		return nil, err
	}
	return secret, nil
}
