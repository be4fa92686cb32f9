package spec

import (
	"context"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// The default is there for what is deployed, and nothing that comes behind it would store it: the base of the last patch is
// copied when it is set; gardener/gardener pkg/operator/controller/gardenlet/reconciler.go line 154.
func (r *Reconciler) deployed(ctx context.Context, w *api.Widget) error {
	w.Spec.Size = max(w.Spec.Size, 1)
	if err := r.roll(ctx, w.Name, w.Spec.Size); err != nil {
		return err
	}
	base := w.DeepCopy()
	w.Status.Phase = "Deployed"
	if err := r.Status().Patch(ctx, w, client.MergeFrom(base)); err != nil {
		return err
	}
	return r.forgetDeploy(ctx, w)
}

func (r *Reconciler) roll(ctx context.Context, name string, size int) error {
	cm := &corev1.ConfigMap{}
	cm.Name, cm.Data = name, map[string]string{"size": strconv.Itoa(size)}
	return r.Create(ctx, cm)
}

func (r *Reconciler) forgetDeploy(ctx context.Context, w *api.Widget) error {
	patch := client.MergeFrom(w.DeepCopy())
	delete(w.Annotations, "deploy")
	return r.Patch(ctx, w, patch)
}

// The base of the last patch is from before the default, which is meant to be stored.
func (r *Reconciler) grown(ctx context.Context, w *api.Widget) error {
	patch := client.MergeFrom(w.DeepCopy())
	w.Spec.Size = max(w.Spec.Size, 1)
	w.Status.Phase = "Grown"
	if err := r.Status().Update(ctx, w); err != nil { // want `does not store the change of Spec.Size, and replaces the api.Widget in memory`
		return err
	}
	return r.Patch(ctx, w, patch)
}
