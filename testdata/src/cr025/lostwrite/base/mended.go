package base

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/lostwrite/api"
)

func (r *Reconciler) mended(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	patch := client.MergeFrom(w.DeepCopy())
	w.Labels = map[string]string{"size": "large"}
	return r.Patch(ctx, w, patch)
}

func (r *Reconciler) mendedOptions(ctx context.Context, pod *corev1.Pod) error {
	patch := client.MergeFromWithOptions(pod.DeepCopy(), client.MergeFromWithOptimisticLock{})
	if controllerutil.AddFinalizer(pod, finalizer) {
		return r.Patch(ctx, pod, patch)
	}
	return nil
}

// The copy may as well be what is changed.
func (r *Reconciler) mendedCopy(ctx context.Context, w *api.Widget) error {
	changed := w.DeepCopy()
	changed.Status.Phase = "Ready"
	return r.Status().Patch(ctx, changed, client.MergeFrom(w))
}

func (r *Reconciler) mendedHelper(ctx context.Context, w *api.Widget) error {
	before := w.DeepCopy()
	w.Spec.Size++
	return r.difference(ctx, before, w)
}

func (r *Reconciler) mendedHanded(ctx context.Context, w *api.Widget) error {
	patch := client.MergeFrom(w.DeepCopy())
	w.Spec.Hosts = append(w.Spec.Hosts, "localhost")
	return r.patch(ctx, w, patch)
}

func (r *Reconciler) mendedCopied(ctx context.Context, in *api.Widget) error {
	w := in.DeepCopy()
	patch := client.MergeFrom(w.DeepCopy())
	delete(w.Labels, "size")
	return r.Patch(ctx, w, patch)
}

func (r *Reconciler) mendedUntyped(ctx context.Context, in *unstructured.Unstructured) error {
	u := in.DeepCopy()
	patch := client.MergeFrom(in)
	u.SetLabels(map[string]string{"size": "large"})
	return r.Patch(ctx, u, patch)
}

func (r *Reconciler) mendedRequested(ctx context.Context, w *api.Widget) error {
	req := &request{object: w, patch: client.MergeFrom(w.DeepCopy())}
	w.Status.Phase = "Checked"
	return r.Status().Patch(ctx, req.object, req.patch)
}
