package steps

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// A subReconciler is one step. Which there are, and in which order, stands in a variable.
type subReconciler interface {
	reconcile(ctx context.Context, r *Reconciler, w *api.Widget) error
}

var subReconcilers = []subReconciler{configures{}, restarts{}}

type configures struct{}

func (configures) reconcile(ctx context.Context, r *Reconciler, w *api.Widget) error {
	return r.configure(ctx, w)
}

type restarts struct{}

func (restarts) reconcile(ctx context.Context, r *Reconciler, w *api.Widget) error {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, keyOf(w), cm); err != nil { // want `warning: .*ConfigMap.*Data\[size\] decides.*\[staleread/get\]`
		return err
	}
	if cm.Data["size"] == "small" {
		w.Status.Phase = "Small"
	}
	return r.Status().Update(ctx, w)
}

// named runs a step, and says which it was.
func named(ctx context.Context, s subReconciler, r *Reconciler, w *api.Widget) error {
	if err := s.reconcile(ctx, r, w); err != nil {
		return fmt.Errorf("%T: %w", s, err)
	}
	return nil
}

func (r *Reconciler) all(ctx context.Context, w *api.Widget) error {
	for _, s := range subReconcilers {
		if err := named(ctx, s, r, w); err != nil {
			return err
		}
	}
	return nil
}

// Steps in the other order: what is written last is read in the next reconcile.
var backwards = []subReconciler{restartsFirst{}, configures{}}

type restartsFirst struct{}

func (restartsFirst) reconcile(ctx context.Context, r *Reconciler, w *api.Widget) error {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, keyOf(w), cm); err != nil {
		return err
	}
	if cm.Data["size"] == "small" {
		w.Status.Phase = "Small"
	}
	return r.Status().Update(ctx, w)
}

func (r *Reconciler) backwards(ctx context.Context, w *api.Widget) error {
	for _, s := range backwards {
		if err := named(ctx, s, r, w); err != nil {
			return err
		}
	}
	return nil
}

// inPhase calls what it is handed, and sets the phase afterwards.
func (r *Reconciler) inPhase(ctx context.Context, w *api.Widget, do func(context.Context) error) error {
	if err := do(ctx); err != nil {
		return err
	}
	w.Status.Phase = "Done"
	return nil
}

// A literal and a method are handed to one helper.
func (r *Reconciler) phases2(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, keyOf(w), cm); err != nil {
		return err
	}
	if err := r.inPhase(ctx, w, func(ctx context.Context) error {
		base := client.MergeFrom(cm.DeepCopy())
		cm.Data = w.Spec.Config
		return r.Patch(ctx, cm, base)
	}); err != nil {
		return err
	}
	return r.inPhase(ctx, w, func(ctx context.Context) error {
		var again corev1.ConfigMap
		if err := r.Get(ctx, keyOf(w), &again); err != nil { // want `warning: .*ConfigMap.*Data\[size\] decides.*\[staleread/get\]`
			return err
		}
		if again.Data["size"] == "huge" {
			return r.Delete(ctx, &corev1.Pod{ObjectMeta: again.ObjectMeta})
		}
		return nil
	})
}
