package polls

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/polls/abroad"
)

// Another package waits for what was made, of whatever kind that is.
func (r *R) visible(ctx context.Context, w *api.Widget, names []string) error {
	var made []client.Object
	for _, name := range names {
		cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: name}}
		if err := r.Create(ctx, cm); err != nil {
			return err
		}
		made = append(made, cm)
	}
	if err := abroad.Visible(ctx, r.Client, made...); err != nil {
		return err
	}
	return r.counts(ctx, w)
}

func (r *R) counts(ctx context.Context, w *api.Widget) error {
	var all corev1.ConfigMapList
	if err := r.List(ctx, &all, client.InNamespace(w.Namespace)); err != nil {
		return err
	}
	w.Status.Made = len(all.Items)
	return r.Status().Update(ctx, w)
}

// Its first look ends the poll of another package, and the failure is stored.
func (r *R) active(ctx context.Context, w *api.Widget) error {
	if err := r.Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: w.Name}}); err != nil {
		return err
	}
	w.Status.Phase = "Ready"
	if err := abroad.Active(ctx, r.Client, w.Name); err != nil { // want `warning: the Get in abroad.Active .* after the Create at others.go:\d+ reads the corev1.Namespace from the cache, which may have nothing yet, and what follows goes on as if there were none.*\[staleread/get\]`
		w.Status.Phase = "Failed"
	}
	return r.Status().Update(ctx, w)
}

// It goes on until there is one.
func (r *R) patient(ctx context.Context, w *api.Widget) error {
	if err := r.Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: w.Name}}); err != nil {
		return err
	}
	w.Status.Phase = "Ready"
	if err := abroad.Patient(ctx, r.Client, w.Name); err != nil {
		w.Status.Phase = "Failed"
	}
	return r.Status().Update(ctx, w)
}
