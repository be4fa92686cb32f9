package after

import (
	"context"
	"reflect"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/lostwrite/api"
)

func onConflict(f func() error) error { return retry.RetryOnConflict(retry.DefaultRetry, f) }

// The next try finds the label that this one has set in memory.
func (r *Reconciler) labelled(ctx context.Context, w *api.Widget) error {
	return onConflict(func() error {
		labels := w.GetLabels()
		if _, ok := labels["shop"]; ok {
			return nil
		}
		labels["shop"] = "open" // rests
		w.SetLabels(labels)
		return r.Update(ctx, w) // want `the next try finds Labels`
	})
}

func (r *Reconciler) labelledMended(ctx context.Context, key types.NamespacedName) error {
	return onConflict(func() error {
		w := &api.Widget{}
		if err := r.Get(ctx, key, w); err != nil {
			return err
		}
		labels := w.GetLabels()
		if _, ok := labels["shop"]; ok {
			return nil
		}
		labels["shop"] = "open"
		w.SetLabels(labels)
		return r.Update(ctx, w)
	})
}

func (r *Reconciler) protected(ctx context.Context, w *api.Widget) error {
	return onConflict(func() error {
		if controllerutil.AddFinalizer(w, finalizer) { // rests
			return r.Update(ctx, w) // want `the next try finds Finalizers`
		}
		return nil
	})
}

func (r *Reconciler) phased(ctx context.Context, w *api.Widget, phase string) error {
	return onConflict(func() error {
		if w.Status.Phase == phase {
			return nil
		}
		w.Status.Phase = phase
		return r.Status().Update(ctx, w) // want `the next try finds Status.Phase`
	})
}

func (r *Reconciler) compared(ctx context.Context, w *api.Widget, labels map[string]string) error {
	return onConflict(func() error {
		if reflect.DeepEqual(w.Labels, labels) {
			return nil
		}
		w.Labels = labels
		return r.Update(ctx, w) // want `the next try finds Labels`
	})
}

// What is asked is not what is set: the next try is refused too, and says so.
func (r *Reconciler) started(ctx context.Context, w *api.Widget) error {
	return onConflict(func() error {
		if w.Status.Phase == "Done" {
			return nil
		}
		w.Status.Phase = "Running"
		return r.Status().Update(ctx, w)
	})
}

// It is said that nothing was written.
func (r *Reconciler) said(ctx context.Context, w *api.Widget) error {
	return onConflict(func() error {
		if !controllerutil.AddFinalizer(w, finalizer) {
			return errNothing
		}
		return r.Update(ctx, w)
	})
}

// The object is asked for something else.
func (r *Reconciler) unlessDeleted(ctx context.Context, w *api.Widget) error {
	return onConflict(func() error {
		if w.DeletionTimestamp != nil || controllerutil.ContainsFinalizer(w, finalizer) {
			return nil
		}
		w.Spec.Size = 3
		return r.Update(ctx, w)
	})
}
