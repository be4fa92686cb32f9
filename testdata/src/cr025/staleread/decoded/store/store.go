// Package store keeps what there is to do in a ConfigMap.
package store

import (
	"context"
	"encoding/json"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Store is the ConfigMap.
type Store struct{ Client client.Client }

// Load loads what it has.
func (s *Store) Load(ctx context.Context, name, namespace string, into any) error {
	cm := &corev1.ConfigMap{}
	if err := s.Client.Get(ctx, types.NamespacedName{Namespace: namespace, Name: name}, cm); err != nil {
		return client.IgnoreNotFound(err)
	}
	if cm.BinaryData["todo.json"] == nil {
		return nil
	}
	return json.Unmarshal(cm.BinaryData["todo.json"], into)
}

// Save replaces all that it has.
func (s *Store) Save(ctx context.Context, name, namespace string, all any) error {
	data, err := json.Marshal(all)
	if err != nil {
		return err
	}
	cm := &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name},
		BinaryData: map[string][]byte{"todo.json": data},
	}
	if err := s.Client.Create(ctx, cm); err != nil {
		if apierrors.IsAlreadyExists(err) {
			return s.Client.Update(ctx, cm)
		}
		return err
	}
	return nil
}
