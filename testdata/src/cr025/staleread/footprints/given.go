package footprints

import (
	"context"
	"reflect"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// configName names the ConfigMap of a Widget.
func configName(w *api.Widget) client.ObjectKey {
	if w.Spec.Parent != "" {
		return client.ObjectKey{Namespace: w.Namespace, Name: w.Spec.Parent + "-" + strings.ToLower(w.Name)}
	}
	return client.ObjectKey{Namespace: w.Namespace, Name: strings.ToLower(w.Name)}
}

// What is written and read is the same, since the caller passes a ConfigMap and the Widget that it is of.
func (r *Reconciler) whole(ctx context.Context, key client.ObjectKey) error {
	var w api.Widget
	if err := r.Get(ctx, key, &w); err != nil {
		return err
	}
	cm, err := r.existing(ctx, w)
	if err != nil {
		return err
	}
	switch w.Spec.Colour {
	case "red":
		cm, err = r.red(&w, cm)
	case "blue":
		cm, err = r.blue(cm)
	}
	if err != nil {
		return err
	}
	return r.send(ctx, cm, &w)
}

func (r *Reconciler) existing(ctx context.Context, w api.Widget) (*corev1.ConfigMap, error) {
	cm := &corev1.ConfigMap{}
	name := configName(&w)
	err := r.Get(ctx, name, cm)
	if apierrors.IsNotFound(err) {
		return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: name.Namespace, Name: name.Name}}, nil
	}
	if err != nil {
		return nil, err
	}
	return cm, nil
}

func (r *Reconciler) red(w *api.Widget, cm *corev1.ConfigMap) (*corev1.ConfigMap, error) {
	cm = cm.DeepCopy()
	cm.Data = w.Spec.Config
	return cm, nil
}

func (r *Reconciler) blue(cm *corev1.ConfigMap) (*corev1.ConfigMap, error) {
	return cm.DeepCopy(), nil
}

func (r *Reconciler) send(ctx context.Context, cm *corev1.ConfigMap, w *api.Widget) error {
	if err := r.Update(ctx, cm); err != nil {
		return err
	}
	now := &corev1.ConfigMap{}
	if err := r.Get(ctx, configName(w), now); err != nil { // want `ConfigMap.*\[staleread/get\]`
		return err
	}
	now.Labels = map[string]string{"sent": "yes"}
	return r.Update(ctx, now)
}

// Whoever passed the Widget goes on with the one before.
func (r *Reconciler) refresh(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "Made"
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	}
	return r.Get(ctx, client.ObjectKeyFromObject(w), w) // want `Widget.*\[staleread/get\]`
}

// To compare is to look.
func (r *Reconciler) unchanged(ctx context.Context, key client.ObjectKey) (bool, error) {
	var w api.Widget
	if err := r.Get(ctx, key, &w); err != nil {
		return false, err
	}
	w.Spec.Size++
	if err := r.Update(ctx, &w); err != nil {
		return false, err
	}
	var now api.Widget
	if err := r.Get(ctx, key, &now); err != nil { // want `Widget.*\[staleread/get\]`
		return false, err
	}
	return reflect.DeepEqual(&w, &now), nil
}

// What is read and set in one function, and written in another, is changed all the same.
func (r *Reconciler) paint(ctx context.Context, key client.ObjectKey) (string, error) {
	w, err := r.painted(ctx, key)
	if err != nil {
		return "", err
	}
	if err := r.Update(ctx, w); err != nil {
		return "", err
	}
	var now api.Widget
	if err := r.Get(ctx, key, &now); err != nil { // want `Widget.*\[staleread/get\]`
		return "", err
	}
	return now.Spec.Colour, nil
}

func (r *Reconciler) painted(ctx context.Context, key client.ObjectKey) (*api.Widget, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return nil, err
	}
	w.Spec.Colour = "red"
	return w, nil
}

// shared is nobody's own.
var shared = corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "shared"}}

// What is in a variable of the package may have been set by anybody.
func (r *Reconciler) publish(ctx context.Context) (map[string]string, error) {
	if err := r.Update(ctx, &shared); err != nil {
		return nil, err
	}
	var now corev1.ConfigMap
	err := r.Get(ctx, client.ObjectKeyFromObject(&shared), &now) // want `ConfigMap.*\[staleread/get\]`
	return now.Data, err
}
