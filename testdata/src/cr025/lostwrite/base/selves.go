package base

import (
	"context"
	"reflect"

	"k8s.io/apimachinery/pkg/api/equality"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// What was kept is the object itself.
func (r *Reconciler) compared(ctx context.Context, w *api.Widget) error {
	original := w
	w.Status.Phase = "Ready"
	if !equality.Semantic.DeepEqual(original.Status, w.Status) { // want `this compares Status of the api.Widget with itself.*Status\(\).Update at line 18 is never made.*\[lostwrite/base\]`
		return r.Status().Update(ctx, w)
	}
	return nil
}

func (r *Reconciler) comparedWhole(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	before := w
	defer func() { w.Status.Phase = "Ended" }()
	w.Labels = map[string]string{"seen": "yes"}
	if reflect.DeepEqual(before, w) { // want `this compares the api.Widget with itself.*\[lostwrite/base\]`
		return nil
	}
	return r.Update(ctx, w)
}

// What was kept is a copy.
func (r *Reconciler) comparedMended(ctx context.Context, w *api.Widget) error {
	original := w.DeepCopy()
	w.Status.Phase = "Ready"
	if !equality.Semantic.DeepEqual(original.Status, w.Status) {
		return r.Status().Update(ctx, w)
	}
	return nil
}

// The status was copied before.
func (r *Reconciler) comparedStatus(ctx context.Context, w *api.Widget) error {
	before := w.Status
	w.Status.Phase = "Ready"
	if !equality.Semantic.DeepEqual(before, w.Status) {
		return r.Status().Update(ctx, w)
	}
	return nil
}

// The variable has another object then.
func (r *Reconciler) comparedLater(ctx context.Context, w *api.Widget) error {
	original := w
	w = w.DeepCopy()
	w.Status.Phase = "Ready"
	if !equality.Semantic.DeepEqual(original.Status, w.Status) {
		return r.Status().Update(ctx, w)
	}
	return nil
}
