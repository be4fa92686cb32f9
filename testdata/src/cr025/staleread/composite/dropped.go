package composite

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/composite/names"
	"ctrllint.test/cr025/staleread/composite/trace"
)

// Settler writes settings, in two steps.
type Settler struct{ client.Client }

// Reconcile settles one.
func (r *Settler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	return ctrl.Result{}, r.settle(ctx, w)
}

func (r *Settler) size(ctx context.Context, cm *corev1.ConfigMap) error {
	_, err := ctrl.CreateOrUpdate(ctx, r.Client, cm, func() error {
		cm.Labels = map[string]string{"size": "large"}
		return nil
	})
	return err
}

// What the other package makes has the same name, and who finds it there already leaves it as it is.
func (r *Settler) settle(ctx context.Context, w *api.Widget) error {
	if err := r.size(ctx, names.Settings(w)); err != nil {
		return err
	}
	return trace.On(ctx, r.Client, w) // want `warning: the CreateOrUpdate in trace.set .* after the CreateOrUpdate at dropped.go.*ConfigMap.*\[staleread/composite\]`
}

// It fails, and is tried again.
func (r *Settler) mustSettle(ctx context.Context, w *api.Widget) error {
	if err := r.size(ctx, names.Settings(w)); err != nil {
		return err
	}
	return trace.Must(ctx, r.Client, w) // want `note: the CreateOrUpdate in trace.set .* after the CreateOrUpdate at dropped.go.*ConfigMap.*\[staleread/composite\]`
}

// It has another name.
func (r *Settler) tune(ctx context.Context, w *api.Widget) error {
	if err := r.size(ctx, names.Tuning(w)); err != nil {
		return err
	}
	return trace.On(ctx, r.Client, w)
}

// The function itself passes over it.
func (r *Settler) here(ctx context.Context, w *api.Widget) error {
	if err := r.size(ctx, names.Settings(w)); err != nil {
		return err
	}
	cm := names.Settings(w)
	if _, err := ctrl.CreateOrUpdate(ctx, r.Client, cm, func() error { // want `warning: CreateOrUpdate .*ConfigMap.*\[staleread/composite\]`
		cm.Data = map[string]string{"trace": "on"}
		return nil
	}); err != nil && !apierrors.IsAlreadyExists(err) {
		return err
	}
	return nil
}
