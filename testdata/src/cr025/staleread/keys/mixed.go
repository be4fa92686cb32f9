package keys

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"ctrllint.test/cr025/staleread/api"
)

// One half of the key is of what was made, the other of its owner; pravega/pravega-operator
// controllers/pravegacluster_controller.go line 334 at commit 8c48bf7.
func (r *Reconciler) mixed(ctx context.Context, w *api.Widget) error {
	service := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: fmt.Sprintf("%s-front", w.Name)}}
	if err := r.Create(ctx, service); err != nil && !apierrors.IsAlreadyExists(err) {
		return err
	}
	now := &corev1.Service{}
	return r.Get(ctx, types.NamespacedName{Namespace: w.Namespace, Name: service.Name}, now) // want `Service.*\[staleread/get\]`
}

// A function makes it.
func (r *Reconciler) mixedMade(ctx context.Context, w *api.Widget) error {
	config := configOf(w)
	if err := r.Create(ctx, config); err != nil && !apierrors.IsAlreadyExists(err) {
		return err
	}
	now := &corev1.ConfigMap{}
	return r.Get(ctx, types.NamespacedName{Namespace: w.Namespace, Name: config.Name}, now) // want `ConfigMap.*\[staleread/get\]`
}

func configOf(w *api.Widget) *corev1.ConfigMap {
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name + "-config"}}
}

// The other namespace is another object's.
func (r *Reconciler) mixedOther(ctx context.Context, w, other *api.Widget) error {
	config := configOf(w)
	if err := r.Create(ctx, config); err != nil && !apierrors.IsAlreadyExists(err) {
		return err
	}
	now := &corev1.ConfigMap{}
	return r.Get(ctx, types.NamespacedName{Namespace: other.Namespace, Name: config.Name}, now)
}

// What a map says is the same each time, as long as nothing is put into it.
func (r *Reconciler) entry(ctx context.Context, w *api.Widget) error {
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Annotations["shop.example.com/secret"]}}
	if err := r.Create(ctx, secret); err != nil {
		return err
	}
	now := &corev1.Secret{}
	return r.Get(ctx, types.NamespacedName{Namespace: w.Namespace, Name: w.Annotations["shop.example.com/secret"]}, now) // want `Secret.*\[staleread/get\]`
}

func (r *Reconciler) entryOther(ctx context.Context, w *api.Widget) error {
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Annotations["shop.example.com/secret"]}}
	if err := r.Create(ctx, secret); err != nil {
		return err
	}
	w.Annotations["shop.example.com/secret"] = w.Name + "-next"
	now := &corev1.Secret{}
	return r.Get(ctx, types.NamespacedName{Namespace: w.Namespace, Name: w.Annotations["shop.example.com/secret"]}, now)
}
