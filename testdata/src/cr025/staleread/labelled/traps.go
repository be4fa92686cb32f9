package labelled

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/labelled/keys"
)

// Mended asks the API server.
type Mended struct{ R }

// Reconcile finds what it has made.
func (m *Mended) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := m.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := keys.Make(ctx, m.Client, &keys.Options{Namespace: w.Namespace, Name: w.Name, Owner: w.Name}); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, m.note(ctx, m.live, w)
}

// Those of another role are listed.
func (m *Mended) others(ctx context.Context, w *api.Widget) error {
	if err := keys.Make(ctx, m.Client, &keys.Options{Namespace: w.Namespace, Name: w.Name, Owner: w.Name}); err != nil {
		return err
	}
	var all corev1.SecretList
	if err := m.List(ctx, &all, client.InNamespace(w.Namespace), client.MatchingLabels{keys.Role: "password"}); err != nil {
		return err
	}
	if len(all.Items) == 0 {
		return m.Delete(ctx, w)
	}
	return nil
}

// It has another label, by which nothing is listed.
func (m *Mended) beside(ctx context.Context, w *api.Widget) error {
	if err := keys.Make(ctx, m.Client, &keys.Options{Namespace: w.Namespace, Name: w.Name, Owner: w.Name}); err != nil {
		return err
	}
	var all corev1.SecretList
	if err := m.List(ctx, &all, client.InNamespace(w.Namespace), client.MatchingLabels{"shop.example.com/colour": "red"}); err != nil {
		return err
	}
	if len(all.Items) == 0 {
		return m.Delete(ctx, w)
	}
	return nil
}

// To have none is an error, with which the queue tries again; most often the object is there already.
func (m *Mended) fails(ctx context.Context, w *api.Widget) (string, error) {
	if err := keys.Make(ctx, m.Client, &keys.Options{Namespace: w.Namespace, Name: w.Name, Owner: w.Name}); err != nil {
		return "", err
	}
	var all corev1.SecretList
	if err := m.List(ctx, &all, client.InNamespace(w.Namespace), client.MatchingLabels{keys.Role: keys.Pair}); err != nil {
		return "", err
	}
	if len(all.Items) == 0 {
		return "", errors.New("no key")
	}
	return all.Items[0].Name, nil
}
