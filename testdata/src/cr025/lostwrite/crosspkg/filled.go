package crosspkg

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"

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

// The name is the hash of what is in it.
func (r *Reconciler) fillByHash(ctx context.Context, w *api.Widget) error {
	sum := sha256.Sum256([]byte(strings.Join(w.Spec.Hosts, " ")))
	cm := steps.Under(w, hex.EncodeToString(sum[:8]))
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error {
		return controllerutil.SetControllerReference(w, cm, r.Scheme())
	})
	return err
}
