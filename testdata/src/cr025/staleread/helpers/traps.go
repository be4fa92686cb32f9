package helpers

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Phased leaves when one of its methods has written.
type Phased struct {
	client.Client
}

// Reconcile has three ways to hear that.
func (r *Phased) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if done, err := r.ensureLabel(ctx, w); err != nil || done {
		return ctrl.Result{}, err
	}
	if res, err := r.ensureColour(ctx, w); err != nil || !res.IsZero() {
		return res, err
	}
	if res, err := r.ensureSize(ctx, w); res != nil {
		return *res, err
	}
	var now api.Widget
	if err := r.Get(ctx, req.NamespacedName, &now); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{Requeue: now.Spec.Size == 0}, nil
}

func (r *Phased) ensureLabel(ctx context.Context, w *api.Widget) (bool, error) {
	if w.Labels["widget"] == w.Name {
		return false, nil
	}
	w.Labels["widget"] = w.Name
	if err := r.Update(ctx, w); err != nil {
		return false, err
	}
	return true, nil
}

func (r *Phased) ensureColour(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	if w.Spec.Colour != "" {
		return ctrl.Result{}, nil
	}
	w.Spec.Colour = "white"
	return ctrl.Result{Requeue: true}, r.Update(ctx, w)
}

func (r *Phased) ensureSize(ctx context.Context, w *api.Widget) (*ctrl.Result, error) {
	if w.Spec.Size > 0 {
		return nil, nil
	}
	w.Spec.Size = 1
	if err := r.Update(ctx, w); err != nil {
		return &ctrl.Result{}, err
	}
	return &ctrl.Result{Requeue: true}, nil
}

// The method tells by an error that it has written.
func (r *Phased) byError(ctx context.Context, w *api.Widget) (int, error) {
	if err := r.fix(ctx, w); err != nil {
		return 0, err
	}
	err := r.Get(ctx, client.ObjectKeyFromObject(w), w)
	return w.Spec.Size, err
}

func (r *Phased) fix(ctx context.Context, w *api.Widget) error {
	if w.Spec.Size >= 0 {
		return nil
	}
	w.Spec.Size = 0
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	return errFixed
}

var errFixed = apierrors.NewBadRequest("it was wrong, and has been mended")

// One helper for many objects.
func (r *Phased) children(ctx context.Context, w *api.Widget) error {
	meta := metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}
	for _, obj := range []client.Object{
		&corev1.ConfigMap{ObjectMeta: meta},
		&corev1.Secret{ObjectMeta: meta},
		&corev1.Service{ObjectMeta: meta},
	} {
		if err := r.ensure(ctx, obj); err != nil {
			return err
		}
	}
	if err := r.ensure(ctx, &corev1.ServiceAccount{ObjectMeta: meta}); err != nil {
		return err
	}
	return r.ensure(ctx, &corev1.Pod{ObjectMeta: meta})
}

func (r *Phased) ensure(ctx context.Context, obj client.Object) error {
	have := obj.DeepCopyObject().(client.Object)
	err := r.Get(ctx, client.ObjectKeyFromObject(obj), have)
	if apierrors.IsNotFound(err) {
		return r.Create(ctx, obj)
	}
	if err != nil {
		return err
	}
	obj.SetResourceVersion(have.GetResourceVersion())
	return r.Update(ctx, obj)
}

// The same, with a type parameter.
func ensured[T client.Object](ctx context.Context, c client.Client, want, have T) error {
	err := c.Get(ctx, client.ObjectKeyFromObject(want), have)
	if apierrors.IsNotFound(err) {
		return c.Create(ctx, want)
	}
	return err
}

func (r *Phased) typed(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	if err := ensured(ctx, r.Client, cm, &corev1.ConfigMap{}); err != nil {
		return err
	}
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	if err := ensured(ctx, r.Client, secret, &corev1.Secret{}); err != nil {
		return err
	}
	other := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name + "-2"}}
	return ensured(ctx, r.Client, other, &corev1.Secret{})
}

// Two calls of one method for two names.
func (r *Phased) pair(ctx context.Context, w *api.Widget) error {
	if err := r.configMap(ctx, w, "first"); err != nil {
		return err
	}
	return r.configMap(ctx, w, "second")
}

func (r *Phased) configMap(ctx context.Context, w *api.Widget, name string) error {
	cm := &corev1.ConfigMap{}
	key := types.NamespacedName{Namespace: w.Namespace, Name: name}
	if err := r.Get(ctx, key, cm); err == nil || !apierrors.IsNotFound(err) {
		return err
	}
	cm.Namespace, cm.Name = key.Namespace, key.Name
	return r.Create(ctx, cm)
}

// A list of steps, the first of which to do something ends it.
func (r *Phased) steps(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	for _, step := range []func(context.Context, *api.Widget) (ctrl.Result, error){
		r.ensureColour, r.check,
	} {
		if res, err := step(ctx, w); err != nil || !res.IsZero() {
			return res, err
		}
	}
	return ctrl.Result{}, nil
}

func (r *Phased) check(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	var now api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &now); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{Requeue: now.Spec.Size == 0}, nil
}

// Whether it was written is in the first result.
func (r *Phased) changed(ctx context.Context, w *api.Widget) (int, error) {
	changed, err := r.ensureLabel(ctx, w)
	if err != nil {
		return 0, err
	}
	if !changed {
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
			return 0, err
		}
	}
	return w.Spec.Size, nil
}
