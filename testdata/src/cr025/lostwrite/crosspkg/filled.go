package crosspkg

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/lostwrite/api"
	"ctrllint.test/cr025/lostwrite/crosspkg/steps"
)

// fill sends what another package makes, where there is none yet.
func (r *Reconciler) fill(ctx context.Context, w *api.Widget) error {
	cm, err := steps.Desired(w)
	if err != nil {
		return err
	}
	_, err = controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error { // want `where the corev1.ConfigMap is there already, this CreateOrUpdate reads it over Data, set beforehand`
		return controllerutil.SetControllerReference(w, cm, r.Scheme())
	})
	return err
}

func (r *Reconciler) fillMended(ctx context.Context, w *api.Widget) error {
	cm, err := steps.Desired(w)
	if err != nil {
		return err
	}
	_, err = controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error {
		steps.FillIn(cm, w)
		return controllerutil.SetControllerReference(w, cm, r.Scheme())
	})
	return err
}

// What is made has nothing of the Widget.
func (r *Reconciler) fillConstant(ctx context.Context, w *api.Widget) error {
	cm := steps.Named(w)
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error {
		return controllerutil.SetControllerReference(w, cm, r.Scheme())
	})
	return err
}

// What is made is what is wanted, and is taken over.
func (r *Reconciler) fillFrom(ctx context.Context, w *api.Widget) error {
	want, err := steps.Desired(w)
	if err != nil {
		return err
	}
	cm := steps.Named(w)
	_, err = controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error {
		cm.Data = want.Data
		return nil
	})
	return err
}
