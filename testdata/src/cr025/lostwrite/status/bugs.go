// Package status has objects of which the status is set, and that are then written without it.
package status

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/lostwrite/api"
)

const finalizer = "shop.example.com/widget"

// Reconciler makes Widgets.
type Reconciler struct{ client.Client }

// Reconcile sets a condition, and writes the finalizer before it writes the status; NVIDIA/NVSentinel
// lifecycle-manager/internal/controller/maintenancerequest_controller.go line 120 at pull request 1719.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	controllerutil.AddFinalizer(w, finalizer)
	meta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{Type: "Ready", Status: metav1.ConditionFalse}) // rests
	if err := r.Update(ctx, w); err != nil {                                                                      // want `this Update does not store the change of Status.Conditions \(Ready\), and replaces the api.Widget in memory with the server's answer, so that Status\(\).Update at line \d+ writes the old state`
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.Status().Update(ctx, w) // rests
}

// updateStatus writes nothing of it; antrea-io/antrea
// multicluster/controllers/multicluster/leader/clusterset_controller.go line 208 until commit 1553e6e38.
func (r *Reconciler) updateStatus(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	w.Status.Phase = "Ready"
	w.Status.Made = 3
	return r.Update(ctx, w) // want `this Update does not store the change of Status.Made and Status.Phase: the API server keeps the status of the api.Widget apart, and stores it with`
}

// patchBoth has one base for two patches, and the first one's answer takes the status away;
// openshift/machine-api-operator pkg/controller/machine/controller.go line 436 until pull request 599, and
// kubernetes-sigs/cluster-api issue 1259.
func (r *Reconciler) patchBoth(ctx context.Context, job *batchv1.Job) error {
	base := client.MergeFrom(job.DeepCopy())
	job.Annotations = map[string]string{"state": "unknown"}
	job.Status.Failed = 1
	if err := r.Patch(ctx, job, base); err != nil { // want `this Patch does not store the change of Status.Failed, and replaces the batchv1.Job in memory .* so that Status\(\).Patch at line \d+ writes the old state`
		return err
	}
	return r.Status().Patch(ctx, job, base)
}

// deferred writes the status at the end, which the update has taken back; red-hat-storage/odf-operator until pull request
// 218.
func (r *Reconciler) deferred(ctx context.Context, w *api.Widget) (err error) {
	defer func() {
		if updated := r.Status().Update(ctx, w); err == nil {
			err = updated
		}
	}()
	w.Status.Phase = "Started"
	if controllerutil.AddFinalizer(w, finalizer) {
		if err := r.Update(ctx, w); err != nil { // want `this Update does not store the change of Status.Phase, .* so that Status\(\).Update at line \d+ writes the old state`
			return err
		}
	}
	return nil
}

func (r *Reconciler) protect(ctx context.Context, w *api.Widget) error {
	if controllerutil.AddFinalizer(w, finalizer) {
		return r.Update(ctx, w)
	}
	return nil
}

func setPhase(w *api.Widget, phase string) { w.Status.Phase = phase }

// The helper is right; who calls it sets the status too early.
func (r *Reconciler) helper(ctx context.Context, w *api.Widget) error {
	setPhase(w, "Started")
	if err := r.protect(ctx, w); err != nil { // want `the Update at bugs.go:\d+ does not store the change of Status.Phase`
		return err
	}
	return r.Status().Update(ctx, w)
}

// A new object has no status, whatever is in it.
func (r *Reconciler) create(ctx context.Context, name string) error {
	w := &api.Widget{ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "default"}}
	w.Spec.Size = 1
	w.Status.Phase = "New"
	return r.Create(ctx, w) // want `this Create does not store the change of Status.Phase`
}

// The status of a Deployment is another controller's, which makes it anew; fluxcd/flagger pkg/router/contour.go line 198 at
// commit 15bd6ad5.
func (r *Reconciler) createForeign(ctx context.Context, name string) error {
	d := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "default"}}
	d.Status.Replicas = 1
	return r.Create(ctx, d) // want `^note: this Create does not store the change of Status.Replicas`
}

// Nothing tells that a Gizmo has the subresource, but that the program writes it.
func (r *Reconciler) gizmo(ctx context.Context, g *api.Gizmo) error {
	g.Status.Phase = "Ready"
	return r.Update(ctx, g) // want `this Update does not store the change of Status.Phase`
}

func (r *Reconciler) rightGizmo(ctx context.Context, g *api.Gizmo) error {
	g.Status.Phase = "Ready"
	return r.Status().Update(ctx, g)
}

// What CreateOrUpdate's function sets of the status goes nowhere.
func (r *Reconciler) createOrUpdate(ctx context.Context, name string) error {
	w := &api.Widget{ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "default"}}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, w, func() error { // want `this CreateOrUpdate does not store the change of Status.Phase: the API server keeps the status of the api.Widget apart`
		w.Spec.Size = 3
		w.Status.Phase = "Ready" // rests
		return nil
	})
	return err
}

func (r *Reconciler) createOrUpdateFirst(ctx context.Context, w *api.Widget) error {
	_, err := ctrl.CreateOrUpdate(ctx, r.Client, w, func() error { // want `this CreateOrUpdate does not store the change of Status.Conditions \(Ready\), and replaces the api.Widget in memory with the server's answer, so that Status\(\).Update at line \d+ writes the old state`
		meta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{Type: "Ready"})
		return nil
	})
	if err != nil {
		return err
	}
	return r.Status().Update(ctx, w)
}

// The second condition is another one.
func (r *Reconciler) conditions(ctx context.Context, w *api.Widget) error {
	meta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{Type: "Progressing"}) // rests
	if err := r.Update(ctx, w); err != nil {                                             // want `this Update does not store the change of Status.Conditions \(Progressing\), .* so that Status\(\).Update at line \d+ writes the old state`
		return err
	}
	meta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{Type: "Ready"})
	return r.Status().Update(ctx, w)
}

// reconcileAll changes a copy, and writes what has changed of it, the status last; argoproj/argo-events
// controllers/eventbus/controller.go line 61 until commit f28cde2e, and so in its other controllers, and numaproj/numaflow
// until pull request 541.
func (r *Reconciler) reconcileAll(ctx context.Context, w *api.Widget) error {
	changed := w.DeepCopy()
	reconcileErr := r.change(ctx, changed) // rests
	if r.needsUpdate(w, changed) {
		if err := r.Update(ctx, changed); err != nil { // want `this Update does not store the change of Status.Phase, and replaces the api.Widget in memory`
			return err
		}
	}
	if err := r.Status().Update(ctx, changed); err != nil {
		return err
	}
	return reconcileErr
}

func (r *Reconciler) change(ctx context.Context, w *api.Widget) error {
	controllerutil.AddFinalizer(w, finalizer)
	w.Status.Phase = "Running"
	return ctx.Err()
}

func (r *Reconciler) needsUpdate(old, now *api.Widget) bool {
	return old == nil || !equality.Semantic.DeepEqual(old.Finalizers, now.Finalizers)
}

// The status is set in one object, and sent with another, which leaves it out; keikoproj/active-monitor
// internal/controllers/healthcheck_controller.go line 212 at commit 487afaa.
func (r *Reconciler) throughFresh(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	w.Status.Phase = "Done"
	fresh := &api.Widget{}
	if err := r.Get(ctx, key, fresh); err != nil {
		return err
	}
	fresh.Status = w.Status
	return r.Update(ctx, fresh) // want `does not store the change of Status: .*\[lostwrite/status\]`
}

// What is put there has been stored already.
func (r *Reconciler) throughFreshStored(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	w.Status.Phase = "Done"
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	}
	fresh := &api.Widget{}
	if err := r.Get(ctx, key, fresh); err != nil {
		return err
	}
	fresh.Status = w.Status
	fresh.Spec.Size = 2
	return r.Update(ctx, fresh)
}

// The phase is set where there is no error too.
func (r *Reconciler) hosted(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	err := r.Get(ctx, key, w)
	if err != nil {
		return client.IgnoreNotFound(err)
	}
	before := w.DeepCopy()
	defer func() {
		if patched := r.Status().Patch(ctx, w, client.MergeFrom(before)); err == nil {
			err = patched
		}
	}()
	host, err := phasedHostOf(w)
	if err != nil {
		return nil
	}
	if controllerutil.AddFinalizer(w, host) {
		if err := r.Update(ctx, w); err != nil { // want `this Update does not store the change of Status.Phase`
			return err
		}
	}
	return nil
}

func phasedHostOf(w *api.Widget) (string, error) {
	host, err := first(w.Spec.Hosts)
	if err != nil {
		w.Status.Phase = "Hostless"
		return "", err
	}
	w.Status.Phase = "Hosted"
	return host, nil
}
