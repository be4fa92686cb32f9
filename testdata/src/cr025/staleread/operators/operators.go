// Package operators has functions as operators have them: most are right, some read what the cache does not have yet.
package operators

import (
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/operators/kit"
)

// R is a reconciler.
type R struct {
	client.Client
	hub, spoke client.Client
}

// Reconcile does nothing here.
func (r *R) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

// A finalizer is added, and then the status written to what the cache has.
func (r *R) finalized(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !controllerutil.ContainsFinalizer(w, "x") {
		controllerutil.AddFinalizer(w, "x")
		if err := r.Update(ctx, w); err != nil {
			return ctrl.Result{}, err
		}
	}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil { // want `note: .*\[staleread/get\]`
		return ctrl.Result{}, err
	}
	meta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{Type: "Ready", Status: metav1.ConditionTrue})
	if err := r.Status().Update(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

// The hash is that of the old data.
func (r *R) hashed(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: w.Name, Namespace: w.Namespace}}
	if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error {
		cm.Data = w.Spec.Config
		return controllerutil.SetControllerReference(w, cm, r.Scheme())
	}); err != nil {
		return err
	}
	hash, err := r.configHash(ctx, w)
	if err != nil {
		return err
	}
	d := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Name: w.Name, Namespace: w.Namespace}}
	_, err = controllerutil.CreateOrUpdate(ctx, r.Client, d, func() error {
		d.Spec.Template.Annotations = map[string]string{"hash": hash}
		return nil
	})
	return err
}

func (r *R) configHash(ctx context.Context, w *api.Widget) (string, error) {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, types.NamespacedName{Name: w.Name, Namespace: w.Namespace}, cm); err != nil { // want `warning: .*\[staleread/get\]`
		return "", err
	}
	return fmt.Sprintf("%x", sha256.Sum256([]byte(cm.Data["config"]))), nil
}

// The hash is that of what was written.
func (r *R) hashedRight(ctx context.Context, w *api.Widget) (string, error) {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: w.Name, Namespace: w.Namespace}}
	if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error {
		cm.Data = w.Spec.Config
		return nil
	}); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", sha256.Sum256([]byte(cm.Data["config"]))), nil
}

// What was ensured is loaded.
func (r *R) exposed(ctx context.Context, w *api.Widget) (string, error) {
	svc := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Name: w.Name, Namespace: w.Namespace}}
	if err := kit.Ensure(ctx, r.Client, svc); err != nil {
		return "", err
	}
	now, err := kit.Load[corev1.Service](ctx, r.Client, client.ObjectKeyFromObject(svc)) // want `note: .*\[staleread/get\]`
	if err != nil {
		return "", err
	}
	return now.Spec.ClusterIP, nil
}

// The patch is sent at the end.
func (r *R) deferred(ctx context.Context, req ctrl.Request) (res ctrl.Result, err error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	patch := client.MergeFrom(w.DeepCopy())
	defer func() {
		if perr := r.Status().Patch(ctx, w, patch); perr != nil && err == nil {
			err = perr
		}
	}()
	var cm corev1.ConfigMap
	if err := r.Get(ctx, req.NamespacedName, &cm); err != nil {
		return ctrl.Result{}, err
	}
	w.Status.Phase = cm.Data["phase"]
	return ctrl.Result{}, nil
}

// What was patched by another package is judged by what the cache has.
func (r *R) patcher(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	p := kit.NewPatcher(r.Client, w)
	w.Spec.Size = 3
	if err := p.Patch(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	now := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, now); err != nil { // want `warning: .*\[staleread/get\]`
		return ctrl.Result{}, err
	}
	if now.Spec.Size != 3 {
		return ctrl.Result{}, r.Delete(ctx, now)
	}
	return ctrl.Result{}, nil
}

// As long as it is found, it comes back.
func (r *R) torndown(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	d := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Name: w.Name, Namespace: w.Namespace}}
	if err := r.Delete(ctx, d); client.IgnoreNotFound(err) != nil {
		return ctrl.Result{}, err
	}
	if err := r.Get(ctx, client.ObjectKeyFromObject(d), d); err == nil {
		return ctrl.Result{RequeueAfter: time.Second}, nil
	} else if !apierrors.IsNotFound(err) {
		return ctrl.Result{}, err
	}
	controllerutil.RemoveFinalizer(w, "x")
	return ctrl.Result{}, r.Update(ctx, w)
}

// The tries overcome it.
func (r *R) tried(ctx context.Context, w *api.Widget, phase string) error {
	w.Spec.Size = 4
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		latest := &api.Widget{}
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), latest); err != nil { // want `note: .*\[staleread/retry\]`
			return err
		}
		latest.Status.Phase = phase
		return r.Status().Update(ctx, latest)
	})
}

// The new one is missing in the count.
func (r *R) counted(ctx context.Context, w *api.Widget) error {
	job := &batchv1.Job{ObjectMeta: metav1.ObjectMeta{GenerateName: w.Name + "-", Namespace: w.Namespace}}
	if err := r.Create(ctx, job); err != nil {
		return err
	}
	var jobs batchv1.JobList
	if err := r.List(ctx, &jobs, client.InNamespace(w.Namespace)); err != nil { // want `\[staleread/list\]`
		return err
	}
	w.Status.Made = len(jobs.Items)
	return r.Status().Update(ctx, w)
}

// The rollout is that of the generation before.
func (r *R) rolledOut(ctx context.Context, d *appsv1.Deployment) (bool, error) {
	base := d.DeepCopy()
	d.Spec.Template.Annotations = map[string]string{"restarted": time.Now().String()}
	if err := r.Patch(ctx, d, client.MergeFrom(base)); err != nil {
		return false, err
	}
	now := &appsv1.Deployment{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(d), now); err != nil { // want `warning: .*\[staleread/get\]`
		return false, err
	}
	return now.Status.ObservedGeneration >= now.Generation && now.Status.UpdatedReplicas == now.Status.Replicas, nil
}

// Labels make no new generation.
func (r *R) labelled(ctx context.Context, d *appsv1.Deployment) (bool, error) {
	base := d.DeepCopy()
	d.Labels = map[string]string{"a": "b"}
	if err := r.Patch(ctx, d, client.MergeFrom(base)); err != nil {
		return false, err
	}
	now := &appsv1.Deployment{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(d), now); err != nil {
		return false, err
	}
	return now.Status.ObservedGeneration >= now.Generation && now.Status.UpdatedReplicas == now.Status.Replicas, nil
}

// All are updated, and counted.
func (r *R) coloured(ctx context.Context, w *api.Widget) error {
	var gs api.GadgetList
	if err := r.List(ctx, &gs, client.InNamespace(w.Namespace)); err != nil {
		return err
	}
	for i := range gs.Items {
		g := &gs.Items[i]
		g.Serial = w.Spec.Colour
		if err := r.Update(ctx, g); err != nil {
			return err
		}
	}
	var now api.GadgetList
	if err := r.List(ctx, &now, client.InNamespace(w.Namespace)); err != nil {
		return err
	}
	w.Status.Made = len(now.Items)
	return r.Status().Update(ctx, w)
}

// What was just made is counted as missing.
func (r *R) missed(ctx context.Context, w *api.Widget) error {
	for _, h := range w.Spec.Hosts {
		g := &api.Gadget{ObjectMeta: metav1.ObjectMeta{Name: h, Namespace: w.Namespace}}
		if err := r.Create(ctx, g); err != nil && !apierrors.IsAlreadyExists(err) {
			return err
		}
		var have api.Gadget
		if err := r.Get(ctx, client.ObjectKeyFromObject(g), &have); err != nil { // want `warning: .*\[staleread/get\]`
			w.Status.Phase = "Missing"
			continue
		}
		w.Status.Made++
	}
	return r.Status().Update(ctx, w)
}

// Another cluster.
func (r *R) elsewhere(ctx context.Context, w *api.Widget) (string, error) {
	w.Spec.Colour = "red"
	if err := r.spoke.Update(ctx, w); err != nil {
		return "", err
	}
	var now api.Widget
	if err := r.hub.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil {
		return "", err
	}
	return now.Spec.Colour, nil
}

// The status is written at the end.
func (r *R) ended(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	old := w.DeepCopy().Status
	defer func() {
		if !equality.Semantic.DeepEqual(old, w.Status) {
			if err := r.Status().Update(ctx, w); err != nil {
				log.FromContext(ctx).Error(err, "status")
			}
		}
	}()
	w.Status.Phase = "Ready"
	return ctrl.Result{}, nil
}

// Steps in a slice are not followed.
func (r *R) steps(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	steps := []func(context.Context, types.NamespacedName) (ctrl.Result, error){r.stepPhase, r.stepAct}
	for _, step := range steps {
		if res, err := step(ctx, req.NamespacedName); err != nil || !res.IsZero() {
			return res, err
		}
	}
	return ctrl.Result{}, nil
}

// The second step believes that the first one has done nothing.
func (r *R) named(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if res, err := r.stepPhase(ctx, req.NamespacedName); err != nil || !res.IsZero() {
		return res, err
	}
	if res, err := r.stepAct(ctx, req.NamespacedName); err != nil || !res.IsZero() {
		return res, err
	}
	return ctrl.Result{}, nil
}

func (r *R) stepPhase(ctx context.Context, key types.NamespacedName) (ctrl.Result, error) {
	var w api.Widget
	if err := r.Get(ctx, key, &w); err != nil {
		return ctrl.Result{}, err
	}
	if w.Status.Phase != "Installing" {
		w.Status.Phase = "Installing"
		if err := r.Status().Update(ctx, &w); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, nil
}

func (r *R) stepAct(ctx context.Context, key types.NamespacedName) (ctrl.Result, error) {
	var w api.Widget
	if err := r.Get(ctx, key, &w); err != nil { // want `warning: .*\[staleread/get\]`
		return ctrl.Result{}, err
	}
	if w.Status.Phase == "Installing" {
		return ctrl.Result{}, r.Create(ctx, &api.Gadget{ObjectMeta: metav1.ObjectMeta{Name: w.Name}})
	}
	return ctrl.Result{}, nil
}

// The labels are written in a function literal, and the size is read.
func (r *R) captured(ctx context.Context, key types.NamespacedName) (int, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return 0, err
	}
	update := func() error {
		w.Labels = map[string]string{"a": "b"}
		return r.Update(ctx, w)
	}
	if err := update(); err != nil {
		return 0, err
	}
	now := &api.Widget{}
	if err := r.Get(ctx, key, now); err != nil {
		return 0, err
	}
	return now.Spec.Size, nil
}

// The size is written in a function literal, and read in another.
func (r *R) capturedSize(ctx context.Context, key types.NamespacedName) (int, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return 0, err
	}
	update := func() error {
		w.Spec.Size = 3
		return r.Update(ctx, w)
	}
	if err := update(); err != nil {
		return 0, err
	}
	now := &api.Widget{}
	read := func() error { return r.Get(ctx, key, now) } // want `warning: .*\[staleread/get\]`
	if err := read(); err != nil {
		return 0, err
	}
	return now.Spec.Size, nil
}

// All that comes of it is an update that conflicts.
func (r *R) accessed(ctx context.Context, key types.NamespacedName) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	w.Status.Phase = "Deleting"
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	}
	now := &api.Widget{}
	if err := r.Get(ctx, key, now); err != nil { // want `note: .*\[staleread/get\]`
		return err
	}
	accessor, err := meta.Accessor(now)
	if err != nil {
		return err
	}
	accessor.SetFinalizers(nil)
	return r.Update(ctx, now)
}

// Either it is written, or read.
func (r *R) either(ctx context.Context, w *api.Widget) (err error) {
	if w.Spec.Size == 0 {
		w.Spec.Size = 1
		return r.Update(ctx, w)
	}
	var now api.Widget
	if err = r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil {
		return err
	}
	if now.Spec.Size > 3 {
		return r.Delete(ctx, &now)
	}
	return nil
}

// The annotation may not be there yet.
func (r *R) raw(ctx context.Context, w *api.Widget) (string, error) {
	if err := r.Patch(ctx, w, client.RawPatch(types.MergePatchType, []byte(`{"metadata":{"annotations":{"lock":"me"}}}`))); err != nil {
		return "", err
	}
	var now api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil { // want `warning: .*\[staleread/get\]`
		return "", err
	}
	return now.Annotations["lock"], nil
}

// The size is not what was patched.
func (r *R) rawRight(ctx context.Context, w *api.Widget) (int, error) {
	if err := r.Patch(ctx, w, client.RawPatch(types.MergePatchType, []byte(`{"metadata":{"annotations":{"lock":"me"}}}`))); err != nil {
		return 0, err
	}
	var now api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil {
		return 0, err
	}
	return now.Spec.Size, nil
}
