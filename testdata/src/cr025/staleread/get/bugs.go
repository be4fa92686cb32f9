// Package get has reads of an object that was just written.
package get

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	coreac "k8s.io/client-go/applyconfigurations/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
)

const finalizer = "shop.example.com/widget"

// Reconciler makes Widgets.
type Reconciler struct {
	client.Client
	owner client.FieldOwner
}

// Reconcile updates, and reads again what it has.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var w api.Widget
	if err := r.Get(ctx, req.NamespacedName, &w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if controllerutil.AddFinalizer(&w, finalizer) {
		if err := r.Update(ctx, &w); err != nil {
			return ctrl.Result{}, err
		}
	}
	var again api.Widget
	if err := r.Get(ctx, req.NamespacedName, &again); err != nil { // want `Widget.*\[staleread/get\]`
		return ctrl.Result{}, err
	}
	again.Status.Phase = "Accepted"
	return ctrl.Result{}, r.Status().Update(ctx, &again)
}

func (r *Reconciler) afterCreate(ctx context.Context, w *api.Widget) (string, error) {
	cm := &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name},
		Data:       w.Spec.Config,
	}
	if err := r.Create(ctx, cm); err != nil {
		return "", err
	}
	got := &corev1.ConfigMap{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(cm), got); err != nil { // want `ConfigMap.*\[staleread/get\]`
		return "", err
	}
	return got.ResourceVersion, nil
}

func (r *Reconciler) afterPatch(ctx context.Context, w *api.Widget) error {
	base := w.DeepCopy()
	w.Spec.Size++
	if err := r.Patch(ctx, w, client.MergeFrom(base)); err != nil {
		return err
	}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil { // want `Widget.*\[staleread/get\]`
		return err
	}
	w.Status.Made = w.Spec.Size
	return r.Status().Update(ctx, w)
}

func (r *Reconciler) afterApply(ctx context.Context, w *api.Widget) (map[string]string, error) {
	ac := coreac.ConfigMap("settings", w.Namespace).WithData(w.Spec.Config)
	if err := r.Apply(ctx, ac, r.owner, client.ForceOwnership); err != nil {
		return nil, err
	}
	var cm corev1.ConfigMap
	err := r.Get(ctx, types.NamespacedName{Namespace: w.Namespace, Name: "settings"}, &cm) // want `ConfigMap.*\[staleread/get\]`
	return cm.Data, err
}

func (r *Reconciler) afterStatusPatch(ctx context.Context, w *api.Widget) (int, error) {
	base := w.DeepCopy()
	w.Status.Made++
	if err := r.Status().Patch(ctx, w, client.MergeFrom(base)); err != nil {
		return 0, err
	}
	fresh := new(api.Widget)
	if err := r.Get(ctx, types.NamespacedName{Name: w.Name, Namespace: w.Namespace}, fresh); err != nil { // want `Widget.*\[staleread/get\]`
		return 0, err
	}
	return fresh.Status.Made, nil
}

// The scale goes into the body, the Deployment stays as it was.
func (r *Reconciler) afterScale(ctx context.Context, d *appsv1.Deployment, scale client.Object) (int32, error) {
	if err := r.SubResource("scale").Update(ctx, d, client.WithSubResourceBody(scale)); err != nil {
		return 0, err
	}
	if err := r.Client.Get(ctx, client.ObjectKeyFromObject(d), d); err != nil { // want `Deployment.*\[staleread/get\]`
		return 0, err
	}
	return *d.Spec.Replicas, nil
}

// The copy knows, the original does not.
func (r *Reconciler) afterCopied(ctx context.Context, w *api.Widget) error {
	changed := w.DeepCopy()
	changed.Spec.Colour = "red"
	if err := r.Update(ctx, changed); err != nil {
		return err
	}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil { // want `Widget.*\[staleread/get\]`
		return err
	}
	w.Labels = map[string]string{"colour": w.Spec.Colour}
	return r.Update(ctx, w)
}

// What the write answers is nobody's concern.
func (r *Reconciler) afterIgnored(ctx context.Context, key types.NamespacedName) (string, error) {
	w := api.Widget{}
	if err := r.Get(ctx, key, &w); err != nil {
		return "", err
	}
	w.Spec.Colour = "blue"
	_ = r.Update(ctx, &w)
	err := r.Get(ctx, key, &w) // want `Widget.*\[staleread/get\]`
	return w.Spec.Colour, err
}

// CreateOrUpdate leaves the object as the server has it.
func (r *Reconciler) afterComposite(ctx context.Context, w *api.Widget) (string, error) {
	svc := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, svc, func() error {
		svc.Spec.Ports = []corev1.ServicePort{{Port: 80}}
		return nil
	}); err != nil {
		return "", err
	}
	if err := r.Get(ctx, client.ObjectKeyFromObject(svc), svc); err != nil { // want `Service.*\[staleread/get\]`
		return "", err
	}
	return svc.Spec.ClusterIP, nil
}
