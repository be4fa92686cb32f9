// Package late has patches whose base was copied after the change.
package late

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
type Reconciler struct {
	client.Client
	Object Object
}

// Object is any of the kinds.
type Object interface {
	client.Object
	GetStatus() api.Status
	SetStatus(api.Status)
}

// setStarted copies what has been changed; k8up-io/k8up operator/job/status.go line 60 (issue 1232).
func (r *Reconciler) setStarted(ctx context.Context) error {
	status := r.Object.GetStatus()
	status.Phase = "Started"
	r.Object.SetStatus(status)                                           // rests
	patch := client.MergeFrom(r.Object.DeepCopyObject().(client.Object)) // rests
	return r.Client.Status().Patch(ctx, r.Object, patch)                 // want `this Status\(\).Patch does not send the change of Status: the copy of the object that is its base was made after the change`
}

// protect copies after the finalizer is gone; kubernetes-sigs/vsphere-csi-driver until pull request 4175, and
// GreedyKomodoDragon/Kontroler controller/internal/controller/dag_controller.go line 272 at pull request 158.
func (r *Reconciler) unprotect(ctx context.Context, pvc *corev1.PersistentVolumeClaim) error {
	if controllerutil.RemoveFinalizer(pvc, finalizer) {
		original := pvc.DeepCopy()
		return r.Patch(ctx, pvc, client.MergeFrom(original)) // want `does not send the change of Finalizers`
	}
	return nil
}

// half sends the second change only.
func (r *Reconciler) half(ctx context.Context, w *api.Widget) error {
	w.Labels = map[string]string{"half": "no"}
	base := w.DeepCopy()
	w.Annotations = map[string]string{"half": "yes"}
	return r.Patch(ctx, w, client.MergeFrom(base)) // want `does not send the change of Labels`
}

// save copies when all is done.
func (r *Reconciler) save(ctx context.Context, w *api.Widget) error {
	return r.Patch(ctx, w, client.MergeFrom(w.DeepCopy())) // want `this Patch does not send the change of Labels`
}

func (r *Reconciler) saved(ctx context.Context, w *api.Widget) error {
	w.Labels = map[string]string{"saved": "no"}
	return r.save(ctx, w)
}

// remediate sets conditions for the patch at its end, and a helper's patch of the last error takes them back first;
// medik8s/self-node-remediation internal/controller/selfnoderemediation_controller.go line 313 at commit 640aac50.
func (r *Reconciler) remediate(ctx context.Context, w *api.Widget, failed error) (err error) {
	original := w.DeepCopy()
	defer func() {
		if patched := r.Status().Patch(ctx, w, client.MergeFrom(original)); err == nil {
			err = patched
		}
	}()
	setReady(w)                           // rests
	return r.setLastError(ctx, w, failed) // want `the Status\(\).Patch at bugs.go:\d+ does not send the change of Status.Conditions \(Ready\): the copy of the api.Widget that is its base was made after the change`
}

func setReady(w *api.Widget) {
	meta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{Type: "Ready", Status: metav1.ConditionFalse})
}

func (r *Reconciler) setLastError(ctx context.Context, w *api.Widget, failed error) error {
	last := ""
	base := client.MergeFrom(w.DeepCopy())
	if failed != nil {
		last = failed.Error()
	}
	if w.Status.Phase == last {
		return nil
	}
	w.Status.Phase = last
	return r.Status().Patch(ctx, w, base)
}
