package steps

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"ctrllint.test/cr025/staleread/api"
)

// A round is what the steps of a reconcile hand on, as in kubevirt's containerized-data-importer (datavolume/controller-base.go).
type round struct {
	result *reconcile.Result
	stop   bool
	told   bool
	failed bool
}

// Rounds runs steps that say in what they are given that the reconcile is over.
type Rounds struct {
	Reconciler
	current round
}

// The step that has written sets the result, by which the reconcile ends.
func (r *Rounds) ends(ctx context.Context, w *api.Widget) (reconcile.Result, error) {
	state := round{}
	if err := r.configures(ctx, w, &state); err != nil || state.result != nil {
		return reconcile.Result{}, err
	}
	return reconcile.Result{}, r.compared(ctx, w)
}

func (r *Rounds) configures(ctx context.Context, w *api.Widget, state *round) error {
	if len(w.Spec.Config) == 0 {
		return nil
	}
	state.result = &reconcile.Result{}
	return r.configure(ctx, w)
}

// It is said after the write, and handed on by another function.
func (r *Rounds) stops(ctx context.Context, w *api.Widget) error {
	state := &round{}
	if err := r.passesOn(ctx, w, state); err != nil {
		return err
	}
	if state.stop {
		return nil
	}
	return r.compared(ctx, w)
}

func (r *Rounds) passesOn(ctx context.Context, w *api.Widget, state *round) error {
	state.told = true
	return r.configuresLast(ctx, w, state)
}

func (r *Rounds) configuresLast(ctx context.Context, w *api.Widget, state *round) error {
	if len(w.Spec.Config) == 0 {
		return nil
	}
	if err := r.configure(ctx, w); err != nil {
		return err
	}
	state.stop = true
	return nil
}

// It is said in a field of the receiver.
func (r *Rounds) ofReceiver(ctx context.Context, w *api.Widget) error {
	if err := r.configuresOwn(ctx, w); err != nil {
		return err
	}
	if r.current.stop {
		return nil
	}
	return r.compared(ctx, w)
}

func (r *Rounds) configuresOwn(ctx context.Context, w *api.Widget) error {
	if err := r.configure(ctx, w); err != nil {
		return err
	}
	r.current.stop = true
	return nil
}

// What is said is taken back by the next step.
func (r *Rounds) takesBack(ctx context.Context, w *api.Widget) error {
	state := &round{}
	if err := r.configuresLast(ctx, w, state); err != nil {
		return err
	}
	r.begins(state)
	if state.stop {
		return nil
	}
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, keyOf(w), cm); err != nil { // want `warning: .*ConfigMap.*Data\[size\] decides.*\[staleread/get\]`
		return err
	}
	return r.decides(ctx, w, cm)
}

func (r *Rounds) begins(state *round) { state.stop = false }

// Another field is asked.
func (r *Rounds) asksOther(ctx context.Context, w *api.Widget) error {
	state := &round{}
	if err := r.configuresLast(ctx, w, state); err != nil {
		return err
	}
	if state.told {
		return nil
	}
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, keyOf(w), cm); err != nil { // want `warning: .*ConfigMap.*Data\[size\] decides.*\[staleread/get\]`
		return err
	}
	return r.decides(ctx, w, cm)
}

// The step says it of another round.
func (r *Rounds) ofOther(ctx context.Context, w *api.Widget, other *round) error {
	state := &round{}
	if err := r.configuresLast(ctx, w, state); err != nil {
		return err
	}
	if other.stop {
		return nil
	}
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, keyOf(w), cm); err != nil { // want `warning: .*ConfigMap.*Data\[size\] decides.*\[staleread/get\]`
		return err
	}
	return r.decides(ctx, w, cm)
}

// It is said on a way that comes to no write, as in apecloud's kubeblocks (role_event_handler.go:109).
func (r *Rounds) tellsFailure(ctx context.Context, w *api.Widget) error {
	state := &round{told: true}
	err := r.probed(ctx, w, state)
	if state.failed {
		return r.compared(ctx, w)
	}
	return err
}

func (r *Rounds) probed(ctx context.Context, w *api.Widget, state *round) error {
	if w.Spec.Colour == "" {
		state.failed = true
		return nil
	}
	r.notes(state)
	return r.configuresIn(ctx, w, state)
}

func (r *Rounds) configuresIn(ctx context.Context, w *api.Widget, state *round) error {
	if err := r.configure(ctx, w); err != nil {
		return err
	}
	r.notes(state)
	return nil
}

func (r *Rounds) notes(state *round) { state.told = true }

// It may have been said before.
func (r *Rounds) toldBefore(ctx context.Context, w *api.Widget, failed bool) error {
	state := &round{failed: failed}
	err := r.probed(ctx, w, state)
	if state.failed {
		cm := &corev1.ConfigMap{}
		if err := r.Get(ctx, keyOf(w), cm); err != nil { // want `warning: .*ConfigMap.*Data\[size\] decides.*\[staleread/get\]`
			return err
		}
		return r.decides(ctx, w, cm)
	}
	return err
}

// It is said on the way to the write.
func (r *Rounds) tellsAlways(ctx context.Context, w *api.Widget) error {
	state := &round{}
	if err := r.probedAlways(ctx, w, state); err != nil {
		return err
	}
	if state.failed {
		cm := &corev1.ConfigMap{}
		if err := r.Get(ctx, keyOf(w), cm); err != nil { // want `warning: .*ConfigMap.*Data\[size\] decides.*\[staleread/get\]`
			return err
		}
		return r.decides(ctx, w, cm)
	}
	return nil
}

func (r *Rounds) probedAlways(ctx context.Context, w *api.Widget, state *round) error {
	if w.Spec.Colour == "" {
		state.failed = true
	}
	return r.configure(ctx, w)
}

func (r *Rounds) compared(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, keyOf(w), cm); err != nil {
		return err
	}
	if cm.Data["size"] == "large" {
		w.Status.Phase = "Large"
	}
	return r.Status().Update(ctx, w)
}

func (r *Rounds) decides(ctx context.Context, w *api.Widget, cm *corev1.ConfigMap) error {
	if cm.Data["size"] == "large" {
		w.Status.Phase = "Large"
	}
	return r.Status().Update(ctx, w)
}
