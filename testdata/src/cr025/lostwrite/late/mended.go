package late

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/lostwrite/api"
)

func (r *Reconciler) setStartedMended(ctx context.Context) error {
	patch := client.MergeFrom(r.Object.DeepCopyObject().(client.Object))
	status := r.Object.GetStatus()
	status.Phase = "Started"
	r.Object.SetStatus(status)
	return r.Client.Status().Patch(ctx, r.Object, patch)
}

func (r *Reconciler) unprotectMended(ctx context.Context, pvc *corev1.PersistentVolumeClaim) error {
	original := pvc.DeepCopy()
	if controllerutil.RemoveFinalizer(pvc, finalizer) {
		return r.Patch(ctx, pvc, client.MergeFrom(original)) // want `sends Finalizers of the corev1.PersistentVolumeClaim as a whole.*lostwrite/owned`
	}
	return nil
}

func (r *Reconciler) halfMended(ctx context.Context, w *api.Widget) error {
	base := w.DeepCopy()
	w.Labels = map[string]string{"half": "no"}
	w.Annotations = map[string]string{"half": "yes"}
	return r.Patch(ctx, w, client.MergeFrom(base))
}
