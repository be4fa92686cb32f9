package after

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/lostwrite/api"
)

var errNothing = errors.New("there already")

func (r *Reconciler) get(ctx context.Context, key client.ObjectKey) (*api.Widget, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return nil, err
	}
	w.Status.Phase = "Read"
	return w, nil
}

// The defaults are for what comes behind.
func (r *Reconciler) defaulted(ctx context.Context, key client.ObjectKey) (int, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return 0, err
	}
	if w.Spec.Size == 0 {
		w.Spec.Size = 1
	}
	return w.Spec.Size, nil
}

func (r *Reconciler) deferred(ctx context.Context, key client.ObjectKey) (err error) {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	defer func() { err = r.Status().Update(ctx, w) }()
	w.Status.Phase = "Ready"
	return nil
}

// A helper writes it.
func (r *Reconciler) helper(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	w.Status.Phase = "Ready"
	return r.save(ctx, w)
}

func (r *Reconciler) save(ctx context.Context, w *api.Widget) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return r.Status().Update(ctx, w) })
}

// The object is given to somebody who may write it whenever he wants.
type helper struct{ w *api.Widget }

func (r *Reconciler) kept(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	h := &helper{w}
	w.Status.Phase = "Ready"
	return r.Status().Update(ctx, h.w)
}

// The function fails.
func (r *Reconciler) failing(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	if err := r.Update(ctx, w); err != nil {
		w.Status.Phase = "Failed"
		return fmt.Errorf("update: %w", err)
	}
	return nil
}

// The next round writes it.
func (r *Reconciler) rounds(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	for i := range 3 {
		if err := r.Status().Update(ctx, w); err != nil {
			return err
		}
		w.Status.Made = i
	}
	return nil
}

func (r *Reconciler) mutated(ctx context.Context, key client.ObjectKey) error {
	cm := &corev1.ConfigMap{}
	cm.Name, cm.Namespace = key.Name, key.Namespace
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error {
		cm.Data = map[string]string{"a": "b"}
		return nil
	})
	return err
}

// What says which object it is isn't there to be stored.
func (r *Reconciler) named(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), cm); err != nil {
		return err
	}
	cm.ResourceVersion = ""
	cm.Kind = "ConfigMap"
	return nil
}

// Whoever passes the object may write it.
func (r *Reconciler) passed(ctx context.Context, w *api.Widget) error {
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	w.Status.Phase = "Ready"
	return nil
}

// What is sorted in a list need not be stored.
func (r *Reconciler) sorted(ctx context.Context) error {
	list := &api.WidgetList{}
	if err := r.List(ctx, list); err != nil {
		return err
	}
	slices.SortFunc(list.Items, func(a, b api.Widget) int { return strings.Compare(a.Name, b.Name) })
	return nil
}

// The literal keeps the object.
func (r *Reconciler) keeps(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	var last *api.Widget
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		last = w
		return r.Get(ctx, key, w)
	})
	if err != nil {
		return err
	}
	w.Status.Phase = "Ready"
	return r.Status().Update(ctx, last)
}

// It is another object by then.
func (r *Reconciler) replaced(ctx context.Context, key client.ObjectKey) (*api.Widget, error) {
	w := &api.Widget{}
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		w = &api.Widget{}
		return r.Get(ctx, key, w)
	})
	w.Status.Phase = "Ready"
	return w, err
}

// The answer is perhaps only changed to be shown; volcano-sh/volcano pkg/cli/job/run.go line 108 at commit ed72c7c8.
func (r *Reconciler) answered(ctx context.Context, pod *corev1.Pod) error {
	made, err := r.Clientset.CoreV1().Pods(pod.Namespace).Create(ctx, pod, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	made.Spec.NodeName = "default"
	return nil
}

// Written is the other one, which has all that the first is given.
func (r *Reconciler) theOther(ctx context.Context, w *api.Widget, size int) error {
	want := api.Widget{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	want.Spec.Size = size
	var is api.Widget
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), &is); err != nil {
		return err
	}
	is.Spec.Size = want.Spec.Size
	return r.Update(ctx, &want)
}

// It is made by a function.
func (r *Reconciler) theMade(ctx context.Context, w *api.Widget, size int) error {
	want := sized(w, size)
	is := &api.Widget{}
	err := r.Get(ctx, client.ObjectKeyFromObject(w), is)
	if apierrors.IsNotFound(err) {
		return r.Create(ctx, want)
	}
	if err != nil {
		return err
	}
	if is.Spec.Size != want.Spec.Size {
		is.Spec.Size = want.Spec.Size
		return r.Update(ctx, want)
	}
	return nil
}

func sized(w *api.Widget, size int) *api.Widget {
	want := &api.Widget{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	want.Spec.Size = size
	return want
}
