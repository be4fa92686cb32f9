// Package base has patches whose base is the very object that is changed.
package base

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/lostwrite/api"
)

const finalizer = "shop.example.com/widget"

// Reconciler makes Widgets.
type Reconciler struct {
	client.Client
	widget *api.Widget
}

// Reconcile makes the base of the object itself; operator-framework/operator-sdk had it so in its documentation until
// pull request 2642 (doc/user/client.md line 275).
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	patch := client.MergeFrom(w)                   // rests
	w.Labels = map[string]string{"size": "large"}  // rests
	if err := r.Patch(ctx, w, patch); err != nil { // want `this Patch does not send the change of Labels: its base is the very apis?.*Widget that is changed`
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

func (r *Reconciler) variable(ctx context.Context, key client.ObjectKey) error {
	var d appsv1.Deployment
	if err := r.Get(ctx, key, &d); err != nil {
		return err
	}
	base := &d
	d.Spec.Paused = true
	return r.Patch(ctx, &d, client.StrategicMergeFrom(base)) // want `does not send the change of Spec.Paused`
}

func (r *Reconciler) options(ctx context.Context, key client.ObjectKey) error {
	var pod corev1.Pod
	if err := r.Get(ctx, key, &pod); err != nil {
		return err
	}
	patch := client.MergeFromWithOptions(&pod, client.MergeFromWithOptimisticLock{})
	if controllerutil.AddFinalizer(&pod, finalizer) {
		return r.Patch(ctx, &pod, patch) // want `does not send the change of Finalizers`
	}
	return nil
}

func (r *Reconciler) status(ctx context.Context, w *api.Widget) error {
	patch := client.MergeFrom(w)
	w.Status.Phase = "Ready"
	return r.Status().Patch(ctx, w, patch) // want `this Status\(\).Patch does not send the change of Status.Phase`
}

// A field is no copy either.
func (r *Reconciler) field(ctx context.Context) error {
	patch := client.MergeFrom(r.widget)
	r.widget.Status.Made++
	return r.Status().Patch(ctx, r.widget, patch) // want `does not send the change of Status.Made`
}

// send is for whatever is changed before.
func (r *Reconciler) send(ctx context.Context, obj client.Object) error {
	return r.Patch(ctx, obj, client.MergeFrom(obj)) // want `this Patch sends no change`
}

func (r *Reconciler) sent(ctx context.Context, w *api.Widget) error {
	w.Annotations = map[string]string{"sent": "yes"}
	return r.send(ctx, w)
}

// difference is a helper that is right.
func (r *Reconciler) difference(ctx context.Context, before, after client.Object) error {
	return r.Patch(ctx, after, client.MergeFrom(before))
}

func (r *Reconciler) helper(ctx context.Context, w *api.Widget) error {
	before := w
	w.Spec.Size++
	return r.difference(ctx, before, w) // want `does not send the change of Spec.Size`
}

func (r *Reconciler) patch(ctx context.Context, obj client.Object, patch client.Patch) error {
	return r.Patch(ctx, obj, patch)
}

func patchOf(obj client.Object) client.Patch { return client.MergeFrom(obj) }

func (r *Reconciler) handed(ctx context.Context, w *api.Widget) error {
	patch := patchOf(w)
	w.Spec.Hosts = append(w.Spec.Hosts, "localhost")
	return r.patch(ctx, w, patch) // want `does not send the change of Spec.Hosts`
}

// setPhase is what a change hides behind.
func setPhase(w *api.Widget, phase string) { w.Status.Phase = phase }

func (r *Reconciler) setter(ctx context.Context, w *api.Widget) error {
	patch := client.MergeFrom(w)
	setPhase(w, "Ready")
	return r.Status().Patch(ctx, w, patch) // want `does not send the change of Status.Phase`
}

// adopt changes the base, and the patch takes away what it was to set; kubev2v/forklift pkg/controller/plan/kubevirt.go line
// 337 in pull request 318, before its review.
func (r *Reconciler) adopt(ctx context.Context, owners []metav1.OwnerReference) error {
	claims := &corev1.PersistentVolumeClaimList{}
	if err := r.List(ctx, claims); err != nil {
		return err
	}
	for _, claim := range claims.Items {
		changed := claim.DeepCopy()
		changed.OwnerReferences = owners                                        // rests
		if err := r.Patch(ctx, &claim, client.MergeFrom(changed)); err != nil { // want `this Patch does not send the change of OwnerReferences: it is made in the copy that is the base, so that the patch leads from there back to the corev1.PersistentVolumeClaim as it is`
			return err
		}
	}
	return nil
}

// The base is the element of the same slice, which another variable has.
func (r *Reconciler) paused(ctx context.Context) error {
	var list api.WidgetList
	if err := r.List(ctx, &list); err != nil {
		return err
	}
	before := list.Items
	for i := range list.Items {
		w := &list.Items[i]
		w.Spec.Size = 3
		if err := r.Patch(ctx, w, client.MergeFrom(&before[i])); err != nil { // want `does not send the change of Spec.Size: its base is the very`
			return err
		}
	}
	return nil
}

// The base is a copy of what came in, but it is what is changed, too; kubernetes-retired/kubefed
// pkg/controller/sync/dispatch/unmanaged.go before commit 9d988f5.
func (r *Reconciler) copied(ctx context.Context, in *api.Widget) error {
	w := in.DeepCopy()
	patch := client.MergeFrom(w) // rests
	delete(w.Labels, "size")
	return r.Patch(ctx, w, patch) // want `does not send the change of Labels: its base is the very`
}

func (r *Reconciler) untyped(ctx context.Context, in *unstructured.Unstructured) error {
	u := in.DeepCopy()
	patch := client.MergeFrom(u)
	u.SetLabels(map[string]string{"size": "large"})
	return r.Patch(ctx, u, patch) // want `does not send the change of Labels: its base is the very`
}

// A request is an object that is to be patched, with its patch.
type request struct {
	object client.Object
	patch  client.Patch
}

// The base is kept with the object; kube-logging/logging-operator pkg/resources/model/reconciler.go had several in a slice.
func (r *Reconciler) requested(ctx context.Context, w *api.Widget) error {
	req := request{w, client.MergeFrom(w)}
	w.Status.Phase = "Checked"
	return r.Status().Patch(ctx, req.object, req.patch) // want `does not send the change of Status.Phase: its base is the very`
}

// The patch of the copy has nothing, since the copy was made of the changed object, and is not answered into that before.
func (r *Reconciler) answeredLater(ctx context.Context, w *api.Widget) error {
	now := w.DeepCopy()
	if err := r.Status().Patch(ctx, now, client.MergeFrom(w)); err != nil {
		return err
	}
	return r.Update(ctx, w)
}

func (r *Reconciler) answersLater(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	w.Status.Phase = "Ready"
	return r.answeredLater(ctx, w) // want `the Status\(\).Patch at bugs.go:\d+ does not send the change of Status.Phase.*\[lostwrite/base\]` `the Update at bugs.go:\d+ does not store the change of Status.Phase.*\[lostwrite/status\]`
}
