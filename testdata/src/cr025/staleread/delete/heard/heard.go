// Package heard hears of what it deletes.
package heard

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Rotator deletes what is of another colour, and makes what isn't there, in that round or the next.
type Rotator struct{ client.Client }

// SetupWithManager has it hear of its ConfigMaps.
func (r *Rotator) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Owns(&corev1.ConfigMap{}).Complete(r)
}

// Reconcile implements reconcile.Reconciler.
func (r *Rotator) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.dropOther(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.ensure(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	w.Status.Phase = w.Spec.Colour
	return ctrl.Result{}, r.Status().Update(ctx, w)
}

func (r *Rotator) dropOther(ctx context.Context, w *api.Widget) error {
	old := &corev1.ConfigMap{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), old); err != nil {
		return client.IgnoreNotFound(err)
	}
	if old.Labels["colour"] == w.Spec.Colour {
		return nil
	}
	return client.IgnoreNotFound(r.Delete(ctx, old))
}

func (r *Rotator) ensure(ctx context.Context, w *api.Widget) error {
	have := &corev1.ConfigMap{}
	err := r.Get(ctx, client.ObjectKeyFromObject(w), have) // want `note: Get after the Delete at heard.go.*ConfigMap.*\[staleread/delete\]`
	if !apierrors.IsNotFound(err) {
		return err
	}
	have.Name, have.Namespace = w.Name, w.Namespace
	have.Labels = map[string]string{"colour": w.Spec.Colour}
	return r.Create(ctx, have)
}

// Clear shows that it goes as long as it is there, of which the event of the delete brings the next round.
func (r *Rotator) Clear(ctx context.Context, w *api.Widget, key client.ObjectKey) error {
	have := &corev1.ConfigMap{}
	have.Name, have.Namespace = key.Name, key.Namespace
	if err := r.Delete(ctx, have); err != nil {
		return err
	}
	if err := r.Get(ctx, key, have); err != nil { // want `^note: Get after the Delete.*ConfigMap.*\[staleread/delete\]`
		w.Status.Phase = "Cleared"
		return r.Status().Update(ctx, w)
	}
	return nil
}

// ClearSecret does so with what nobody hears of.
func (r *Rotator) ClearSecret(ctx context.Context, w *api.Widget, key client.ObjectKey) error {
	have := &corev1.Secret{}
	have.Name, have.Namespace = key.Name, key.Namespace
	if err := r.Delete(ctx, have); err != nil {
		return err
	}
	if err := r.Get(ctx, key, have); err != nil { // want `^warning: Get after the Delete.*Secret.*\[staleread/delete\]`
		w.Status.Phase = "Cleared"
		return r.Status().Update(ctx, w)
	}
	return nil
}

// Archive keeps a copy of what it takes for another one with the same name.
func (r *Rotator) Archive(ctx context.Context, key client.ObjectKey) error {
	have := &corev1.ConfigMap{}
	have.Name, have.Namespace = key.Name, key.Namespace
	if err := r.Delete(ctx, have); err != nil {
		return err
	}
	if err := r.Get(ctx, key, have); err != nil { // want `^warning: Get after the Delete.*ConfigMap.*\[staleread/delete\]`
		return client.IgnoreNotFound(err)
	}
	kept := &corev1.ConfigMap{Data: have.Data}
	kept.GenerateName, kept.Namespace = key.Name, key.Namespace
	return r.Create(ctx, kept)
}
