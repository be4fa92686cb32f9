// Package owned has merge patches that replace lists which others write too.
package owned

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/lostwrite/api"
)

const finalizer = "shop.example.com/widget"

// Reconciler makes Widgets.
type Reconciler struct{ client.Client }

func (r *Reconciler) protect(ctx context.Context, pod *corev1.Pod) error {
	base := pod.DeepCopy()
	controllerutil.AddFinalizer(pod, finalizer)      // rests
	return r.Patch(ctx, pod, client.MergeFrom(base)) // want `this Patch sends Finalizers of the corev1.Pod as a whole, and takes away what others have put there`
}

// evict adds a condition; karmada-io/karmada pkg/controllers/gracefuleviction, until commit 41af6d0c, did the like with a
// list of tasks.
func (r *Reconciler) evict(ctx context.Context, w *api.Widget) error {
	patch := client.MergeFrom(w.DeepCopy())
	w.Status.Phase = "Evicted"
	meta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{Type: "Ready"})
	return r.Status().Patch(ctx, w, patch) // want `this Status\(\).Patch sends Status.Conditions \(Ready\) of the api.Widget as a whole`
}

func (r *Reconciler) own(ctx context.Context, owner, w *api.Widget) error {
	patch := client.MergeFromWithOptions(w.DeepCopy())
	if err := controllerutil.SetOwnerReference(owner, w, r.Scheme()); err != nil {
		return err
	}
	return r.Patch(ctx, w, patch) // want `this Patch sends OwnerReferences of the api.Widget as a whole`
}

func (r *Reconciler) mended(ctx context.Context, pod *corev1.Pod) error {
	base := pod.DeepCopy()
	controllerutil.AddFinalizer(pod, finalizer)
	return r.Patch(ctx, pod, client.MergeFromWithOptions(base, client.MergeFromWithOptimisticLock{}))
}

// The elements of these lists are merged.
func (r *Reconciler) strategic(ctx context.Context, pod *corev1.Pod) error {
	base := pod.DeepCopy()
	controllerutil.AddFinalizer(pod, finalizer)
	return r.Patch(ctx, pod, client.StrategicMergeFrom(base))
}

// The list is not sent.
func (r *Reconciler) labels(ctx context.Context, w *api.Widget) error {
	controllerutil.AddFinalizer(w, finalizer)
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	base := w.DeepCopy()
	w.Labels = map[string]string{"a": "b"}
	meta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{Type: "Ready"})
	w.Status.Conditions = nil
	return r.Patch(ctx, w, client.MergeFrom(base)) // want `does not store the change of Status.Conditions`
}
