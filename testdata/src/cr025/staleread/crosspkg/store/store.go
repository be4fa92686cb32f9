// Package store writes and reads for others.
package store

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Save writes a Widget.
func Save(ctx context.Context, c client.Client, w *api.Widget) error {
	return c.Update(ctx, w)
}

// Load reads a Widget.
func Load(ctx context.Context, c client.Reader, key client.ObjectKey) (*api.Widget, error) {
	w := &api.Widget{}
	if err := c.Get(ctx, key, w); err != nil {
		return nil, err
	}
	return w, nil
}

// Count counts the Gadgets of a namespace.
func Count(ctx context.Context, c client.Reader, namespace string) (int, error) {
	var all api.GadgetList
	if err := c.List(ctx, &all, client.InNamespace(namespace)); err != nil {
		return 0, err
	}
	return len(all.Items), nil
}

// Label writes a Widget that has no label, and tells whether it did.
func Label(ctx context.Context, c client.Client, w *api.Widget) (bool, error) {
	if w.Labels["stored"] != "" {
		return false, nil
	}
	w.Labels["stored"] = "yes"
	if err := c.Update(ctx, w); err != nil {
		return false, err
	}
	return true, nil
}

// Store keeps ConfigMaps.
type Store struct {
	client    client.Client
	apiReader client.Reader
}

// New returns a store.
func New(c client.Client, apiReader client.Reader) *Store {
	return &Store{client: c, apiReader: apiReader}
}

// Put creates or replaces.
func (s *Store) Put(ctx context.Context, cm *corev1.ConfigMap) error {
	err := s.client.Create(ctx, cm)
	if apierrors.IsAlreadyExists(err) {
		return s.client.Update(ctx, cm)
	}
	return err
}

// Value reads from the cache.
func (s *Store) Value(ctx context.Context, key client.ObjectKey, name string) (string, error) {
	var cm corev1.ConfigMap
	if err := s.client.Get(ctx, key, &cm); err != nil {
		return "", err
	}
	return cm.Data[name], nil
}

// Fresh reads from the API server.
func (s *Store) Fresh(ctx context.Context, key client.ObjectKey, name string) (string, error) {
	var cm corev1.ConfigMap
	if err := s.apiReader.Get(ctx, key, &cm); err != nil {
		return "", err
	}
	return cm.Data[name], nil
}

// Both writes and reads the same, for whoever calls it.
func Both(ctx context.Context, c client.Client, w *api.Widget) (int, error) {
	if err := Save(ctx, c, w); err != nil {
		return 0, err
	}
	var now api.Widget
	err := c.Get(ctx, client.ObjectKeyFromObject(w), &now) // want `Widget.*\[staleread/get\]`
	return now.Spec.Size, err
}

// Make makes a ConfigMap.
func Make(ctx context.Context, c client.Client, cm *corev1.ConfigMap) error {
	return c.Create(ctx, cm)
}
