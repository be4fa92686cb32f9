package reread

import (
	"context"
	"encoding/json"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// The change has been written before.
func (r *Reconciler) written(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "Started"
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
		return err
	}
	return r.Update(ctx, w)
}

// What is read is another variable.
func (r *Reconciler) latest(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "Ready"
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		latest := &api.Widget{}
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), latest); err != nil {
			return err
		}
		w.ResourceVersion = latest.ResourceVersion
		return r.Status().Update(ctx, w)
	})
}

// The status is saved.
func (r *Reconciler) saved(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "Ready"
	status := w.Status
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
			return err
		}
		w.Status = status
		return r.Status().Update(ctx, w)
	})
}

func (r *Reconciler) copied(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "Ready"
	wanted := w.DeepCopy()
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
			return err
		}
		wanted.Status.DeepCopyInto(&w.Status)
		return r.Status().Update(ctx, w)
	})
}

// Others than the first are made anew.
func (r *Reconciler) again(ctx context.Context, w *api.Widget) error {
	ready := func() { w.Status.Phase = "Ready" }
	ready()
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		err := r.Status().Update(ctx, w)
		if apierrors.IsConflict(err) {
			if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
				return err
			}
			ready()
		}
		return err
	})
}

// What fails is done again by the queue.
func (r *Reconciler) fresh(ctx context.Context, w *api.Widget) (time.Duration, error) {
	w.Status.Phase = "Ready"
	if err := r.Status().Update(ctx, w); err != nil {
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
			return 0, err
		}
		return time.Second, nil
	}
	return 0, nil
}

// The defaults are for what comes behind, until the status is written.
func (r *Reconciler) defaulted(ctx context.Context, w *api.Widget) error {
	if w.Spec.Size == 0 {
		w.Spec.Size = 1
	}
	if err := r.work(ctx); err != nil {
		return err
	}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
		return err
	}
	w.Finalizers = nil
	return r.Update(ctx, w)
}

// Each name is another object.
func (r *Reconciler) each(ctx context.Context, names []string) error {
	pod := &corev1.Pod{}
	for _, name := range names {
		if err := r.Get(ctx, client.ObjectKey{Namespace: "shop", Name: name}, pod); err != nil {
			return err
		}
		if pod.Spec.NodeName == "" {
			pod.Labels = map[string]string{"waits": "yes"}
		}
		if pod.Status.Reason != "" {
			continue
		}
		if err := r.Update(ctx, pod); err != nil {
			return err
		}
	}
	return nil
}

// The label says what to look for.
func (r *Reconciler) found(ctx context.Context, name string) (*corev1.Secret, error) {
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: name, Labels: map[string]string{"a": "b"}}}
	err := r.Get(ctx, client.ObjectKeyFromObject(secret), secret)
	if apierrors.IsNotFound(err) {
		err = r.Create(ctx, secret)
	}
	return secret, err
}

// It is written in the meantime.
func (r *Reconciler) waited(ctx context.Context, w *api.Widget) error {
	w.Spec.Size = 3
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	err := wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
			return false, err
		}
		return w.Status.Phase == "Ready", nil
	})
	if err != nil {
		return err
	}
	return r.Update(ctx, w)
}

// The callers say what to change.
func change(ctx context.Context, c client.Client, obj client.Object, change func()) error {
	if err := c.Get(ctx, client.ObjectKeyFromObject(obj), obj); err != nil {
		return err
	}
	change()
	return c.Update(ctx, obj)
}

func label(ctx context.Context, c client.Client, obj client.Object, value string) error {
	if err := c.Get(ctx, client.ObjectKeyFromObject(obj), obj); err != nil {
		return err
	}
	obj.SetLabels(map[string]string{"a": value})
	return c.Update(ctx, obj)
}

// What is there is only looked at.
func exists(ctx context.Context, c client.Client, w *api.Widget) (bool, error) {
	err := c.Get(ctx, client.ObjectKeyFromObject(w), w)
	return err == nil, client.IgnoreNotFound(err)
}

// What is wanted is copied first.
func put(ctx context.Context, c client.Client, w *api.Widget) error {
	wanted := w.DeepCopy()
	if err := c.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
		return err
	}
	wanted.ResourceVersion = w.ResourceVersion
	*w = *wanted
	return c.Update(ctx, w)
}

// Another function calls what changes the object; karmada-io/karmada pkg/util/helper/status.go line 54.
func updateStatus(ctx context.Context, c client.Client, obj client.Object, change func() error) error {
	if err := c.Get(ctx, client.ObjectKeyFromObject(obj), obj); err != nil {
		return err
	}
	if err := run(change, obj); err != nil {
		return err
	}
	return c.Status().Update(ctx, obj)
}

func run(change func() error, obj client.Object) error {
	name := obj.GetName()
	if err := change(); err != nil {
		return err
	}
	if obj.GetName() != name {
		return context.Canceled
	}
	return nil
}

// The patch is of what was put together beside the object, which is for the Create; uselagoon/remote-controller
// internal/helpers/lagoonbuild_helpers.go line 831 at commit 674e218.
func (r *Reconciler) prepared(ctx context.Context, w *api.Widget, name string) error {
	labels := map[string]string{"state": "prepared"}
	w.Name, w.Labels = name, labels
	if err := r.Get(ctx, client.ObjectKey{Name: name}, w); err != nil {
		if !apierrors.IsNotFound(err) {
			return err
		}
		if err := r.Create(ctx, w); err != nil {
			return err
		}
	}
	body, err := json.Marshal(map[string]any{"metadata": map[string]any{"labels": labels}})
	if err != nil {
		return err
	}
	return r.Patch(ctx, w, client.RawPatch(types.MergePatchType, body))
}

// changed leaves the changes to its caller's functions, which make them in what it has read.
func changed[T client.Object](ctx context.Context, c client.Client, obj T, changes ...func(T)) error {
	if err := c.Get(ctx, client.ObjectKeyFromObject(obj), obj); err != nil {
		return err
	}
	before := obj.DeepCopyObject().(client.Object)
	for _, change := range changes {
		change(obj)
	}
	return c.Patch(ctx, obj, client.MergeFrom(before))
}

func (r *Reconciler) named(ctx context.Context, w *api.Widget) error {
	return changed(ctx, r.Client, w, func(w *api.Widget) { w.Spec.Size = 3 })
}
