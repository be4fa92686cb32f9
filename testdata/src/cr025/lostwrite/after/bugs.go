// Package after has objects that are changed after their last write, and dropped.
package after

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/record"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/lostwrite/api"
)

const finalizer = "shop.example.com/widget"

// Reconciler makes Widgets.
type Reconciler struct {
	client.Client
	Recorder  record.EventRecorder
	Clientset kubernetes.Interface
}

// The status is set, and the event is all that comes of it.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if controllerutil.AddFinalizer(w, finalizer) {
		if err := r.Update(ctx, w); err != nil { // rests
			return ctrl.Result{}, err
		}
	}
	if w.Spec.Size == 0 {
		w.Status.Phase = "Empty" // want `this changes Status.Phase of the api.Widget after its last write, Update \(bugs.go:36\), and nothing uses it afterwards`
		r.Recorder.Event(w, corev1.EventTypeNormal, "Empty", "there is nothing to do")
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, r.Status().Update(ctx, w)
}

// Nothing is written at all.
func (r *Reconciler) never(ctx context.Context, key client.ObjectKey) error {
	var w api.Widget
	if err := r.Get(ctx, key, &w); err != nil {
		return err
	}
	meta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{Type: "Ready"}) // want `this changes Status.Conditions of the api.Widget that Get \(bugs.go:\d+\) has read, and nothing uses it afterwards: the change is never stored; write it`
	return nil
}

func (r *Reconciler) clientset(ctx context.Context, namespace, name string) error {
	pod, err := r.Clientset.CoreV1().Pods(namespace).Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	if pod.Labels == nil {
		pod.Labels = map[string]string{} // want `this changes Labels of the corev1.Pod that Get \(bugs.go:\d+\) has read`
	}
	pod.Labels["seen"] = "yes" // rests
	return nil
}

// What is created has what came before; its owner comes too late.
func (r *Reconciler) create(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: w.Name, Namespace: w.Namespace}}
	cm.Data = map[string]string{"a": "b"}
	if err := r.Create(ctx, cm); err != nil {
		return err
	}
	return controllerutil.SetControllerReference(w, cm, r.Scheme()) // want `this changes OwnerReferences of the corev1.ConfigMap after its last write, Create`
}

// The owner is set when the object is written; alphagov/gsp
// components/service-operator/internal/aws/cloudformation/controller.go lines 278 and 331 until pull request 651.
func (r *Reconciler) owned(ctx context.Context, w *api.Widget) error {
	var secret corev1.Secret
	secret.Name, secret.Namespace = w.Name, w.Namespace
	_, err := ctrl.CreateOrUpdate(ctx, r.Client, &secret, func() error { // rests
		secret.Data = map[string][]byte{"a": nil}
		return nil
	})
	if err != nil {
		return err
	}
	return controllerutil.SetControllerReference(w, &secret, r.Scheme()) // want `this changes OwnerReferences of the corev1.Secret after its last write, CreateOrUpdate`
}

func (r *Reconciler) retried(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := r.Get(ctx, key, w); err != nil {
			return err
		}
		w.Spec.Size = 3
		return r.Update(ctx, w)
	})
	if err != nil {
		return err
	}
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	w.Status.Phase = "Grown" // want `this changes Status.Phase of the api.Widget after its last write, Update`
	return nil
}

// Whether there is a finalizer already is all that is asked for; mercedes-benz/garm-operator
// internal/controller/runner_controller.go line 134 at commit fc15e56.
func (r *Reconciler) asked(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	w.Namespace, w.Name = key.Namespace, key.Name
	if err := r.Create(ctx, w); err != nil {
		return err
	}
	if !controllerutil.ContainsFinalizer(w, finalizer) {
		controllerutil.AddFinalizer(w, finalizer)
		if err := r.Update(ctx, w); err != nil {
			return err
		}
	}
	w.Status.Phase = "Created" // want `this changes Status.Phase of the api.Widget after its last write`
	return nil
}

// Of the other one only the status is written.
func (r *Reconciler) theOthersStatus(ctx context.Context, w *api.Widget, size int) error {
	want := api.Widget{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	want.Spec.Size = size
	var is api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &is); err != nil {
		return err
	}
	is.Spec.Size = want.Spec.Size // want `this changes Spec.Size of the api.Widget that Get .* has read, and nothing uses it afterwards.*\[lostwrite/after\]`
	want.Status.Phase = "Sized"
	return r.Status().Update(ctx, &want)
}

// The other one is written sometimes.
func (r *Reconciler) theOtherPerhaps(ctx context.Context, w *api.Widget, size int) error {
	want := api.Widget{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	want.Spec.Size = size
	var is api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &is); err != nil {
		return err
	}
	is.Spec.Size = want.Spec.Size // want `this changes Spec.Size of the api.Widget that Get .* has read, and nothing uses it afterwards.*\[lostwrite/after\]`
	if size > 3 {
		return r.Update(ctx, &want)
	}
	return nil
}

// Two are read, and the one is written that has the data already.
func (r *Reconciler) theWrongOne(ctx context.Context, from, to client.ObjectKey) error {
	var first, second corev1.ConfigMap
	if err := r.Get(ctx, from, &first); err != nil {
		return err
	}
	if err := r.Get(ctx, to, &second); err != nil {
		return err
	}
	second.Data = first.Data // want `this changes Data of the corev1.ConfigMap that Get .* has read, and nothing uses it afterwards.*\[lostwrite/after\]`
	return r.Update(ctx, &first)
}

// The other one is another Widget, which is there already.
func (r *Reconciler) theOthersFirst(ctx context.Context, w *api.Widget, first string) error {
	model, err := r.widget(ctx, client.ObjectKey{Namespace: w.Namespace, Name: first})
	if err != nil {
		return err
	}
	var is api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &is); err != nil {
		return err
	}
	is.Spec.Size = model.Spec.Size // want `this changes Spec.Size of the api.Widget that Get .* has read, and nothing uses it afterwards.*\[lostwrite/after\]`
	model.Labels = map[string]string{"model": "yes"}
	return r.Update(ctx, model)
}

func (r *Reconciler) widget(ctx context.Context, key client.ObjectKey) (*api.Widget, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return nil, err
	}
	return w, nil
}

// The function that makes it hands it on to one that reads it.
func (r *Reconciler) theOthersLoaded(ctx context.Context, w *api.Widget, first string) error {
	model := r.loaded(ctx, client.ObjectKey{Namespace: w.Namespace, Name: first})
	var is api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &is); err != nil {
		return err
	}
	is.Spec.Size = model.Spec.Size // want `this changes Spec.Size of the api.Widget that Get .* has read, and nothing uses it afterwards.*\[lostwrite/after\]`
	return r.Update(ctx, model)
}

func (r *Reconciler) loaded(ctx context.Context, key client.ObjectKey) *api.Widget {
	w := &api.Widget{}
	r.load(ctx, key, w)
	return w
}

func (r *Reconciler) load(ctx context.Context, key client.ObjectKey, w *api.Widget) {
	if err := r.Get(ctx, key, w); err != nil {
		println(err.Error())
	}
}
