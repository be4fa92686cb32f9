// Package lookup finds ConfigMaps for others: what the cache doesn't have it may ask the API server for.
package lookup

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/crosspkg/lookup/twice"
)

// Desk looks things up.
type Desk struct {
	near, far client.Reader
}

// New returns the desk of a manager.
func New(mgr ctrl.Manager) *Desk { return &Desk{near: mgr.GetClient(), far: mgr.GetAPIReader()} }

// Config asks the API server for what the cache doesn't have.
func (d *Desk) Config(ctx context.Context, key client.ObjectKey) (*corev1.ConfigMap, error) {
	cm := &corev1.ConfigMap{}
	switch err := d.near.Get(ctx, key, cm); {
	case apierrors.IsNotFound(err):
		if err := d.far.Get(ctx, key, cm); err != nil {
			return nil, err
		}
	case err != nil:
		return nil, err
	}
	return cm, nil
}

// Size does so two functions below.
func (d *Desk) Size(ctx context.Context, key client.ObjectKey) (string, error) {
	cm, err := d.held(ctx, key)
	if err != nil {
		return "", err
	}
	return cm.Data["size"], nil
}

func (d *Desk) held(ctx context.Context, key client.ObjectKey) (*corev1.ConfigMap, error) {
	cm := &corev1.ConfigMap{}
	err := d.near.Get(ctx, key, cm)
	if apierrors.IsNotFound(err) {
		err = d.ask(ctx, key, cm)
	}
	return cm, err
}

func (d *Desk) ask(ctx context.Context, key client.ObjectKey, cm *corev1.ConfigMap) error {
	return d.far.Get(ctx, key, cm)
}

// Shade does so in a third package.
func (d *Desk) Shade(ctx context.Context, key client.ObjectKey) (string, error) {
	cm := &corev1.ConfigMap{}
	if err := twice.Get(ctx, d.near, d.far, key, cm); err != nil {
		return "", err
	}
	return cm.Data["shade"], nil
}

// Again asks the same cache once more.
func (d *Desk) Again(ctx context.Context, key client.ObjectKey) (*corev1.ConfigMap, error) {
	cm := &corev1.ConfigMap{}
	err := d.near.Get(ctx, key, cm)
	if apierrors.IsNotFound(err) {
		err = d.near.Get(ctx, key, cm)
	}
	return cm, err
}

// Broken asks the API server if the cache can't be asked, and believes it if it has nothing.
func (d *Desk) Broken(ctx context.Context, key client.ObjectKey) (*corev1.ConfigMap, error) {
	cm := &corev1.ConfigMap{}
	err := d.near.Get(ctx, key, cm)
	if err != nil && !apierrors.IsNotFound(err) {
		err = d.far.Get(ctx, key, cm)
	}
	return cm, err
}

// Owner asks the API server for something else, when there is nothing.
func (d *Desk) Owner(ctx context.Context, key client.ObjectKey) (*corev1.ConfigMap, error) {
	cm := &corev1.ConfigMap{}
	err := d.near.Get(ctx, key, cm)
	if apierrors.IsNotFound(err) {
		if found := d.far.Get(ctx, key, &corev1.Secret{}); found != nil {
			return nil, found
		}
	}
	return cm, err
}
