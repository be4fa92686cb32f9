package steps

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/steps/outcome"
)

type resulting func(context.Context, *api.Widget) outcome.Result

// Steps return what another package makes, which says whether there is a next one.
func (r *Reconciler) byResults(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	for _, s := range []resulting{r.configured, r.sized} {
		if result := s(ctx, w); outcome.Ends(result) {
			return result.Done()
		}
	}
	return ctrl.Result{}, nil
}

func (r *Reconciler) configured(ctx context.Context, w *api.Widget) outcome.Result {
	if err := r.configure(ctx, w); err != nil {
		return outcome.Fail(err)
	}
	return outcome.Continue()
}

func (r *Reconciler) sized(ctx context.Context, w *api.Widget) outcome.Result {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, keyOf(w), cm); err != nil { // want `warning: .*ConfigMap.*Data\[size\] decides.*\[staleread/get\]`
		return outcome.Fail(err)
	}
	if cm.Data["size"] == "medium" {
		w.Status.Phase = "Medium"
	}
	return outcome.Check(r.Status().Update(ctx, w))
}

// What has written ends the round.
func (r *Reconciler) byResultsThatEnd(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	for _, s := range []resulting{r.configuredAtLast, r.sizedNext} {
		if result := s(ctx, w); outcome.Ends(result) {
			return result.Done()
		}
	}
	return ctrl.Result{}, nil
}

func (r *Reconciler) configuredAtLast(ctx context.Context, w *api.Widget) outcome.Result {
	if w.Status.Phase == "Medium" {
		return outcome.Continue()
	}
	if err := r.configure(ctx, w); err != nil {
		return outcome.Fail(err)
	}
	return outcome.Stop()
}

func (r *Reconciler) sizedNext(ctx context.Context, w *api.Widget) outcome.Result {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, keyOf(w), cm); err != nil {
		return outcome.Fail(err)
	}
	if cm.Data["size"] == "medium" {
		w.Status.Phase = "Medium"
	}
	return outcome.Check(r.Status().Update(ctx, w))
}

// An error is what counts: whether there is one is known by what the result is made of.
func (r *Reconciler) byFailures(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	if result := outcome.Check(r.configure(ctx, w)); result.Failed() {
		return result.Done()
	}
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, keyOf(w), cm); err != nil { // want `warning: .*ConfigMap.*Data\[size\] decides.*\[staleread/get\]`
		return ctrl.Result{}, err
	}
	if cm.Data["size"] == "medium" {
		w.Status.Phase = "Medium"
	}
	return ctrl.Result{}, r.Status().Update(ctx, w)
}

// A verdict of this package is read by its field, and set by halves.
type verdict struct {
	wait bool
	why  string
}

func (r *Reconciler) decide(ctx context.Context, w *api.Widget) (v verdict, err error) {
	if w.Status.Phase == "Small" {
		return verdict{}, nil
	}
	v.why = "new"
	if err := r.configure(ctx, w); err != nil {
		return v, err
	}
	v.wait = true
	return v, nil
}

func (r *Reconciler) byVerdict(ctx context.Context, w *api.Widget) error {
	v, err := r.decide(ctx, w)
	if err != nil || v.wait {
		return err
	}
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, keyOf(w), cm); err != nil {
		return err
	}
	if cm.Data["size"] == "medium" {
		w.Status.Phase = "Medium"
	}
	return r.Status().Update(ctx, w)
}

// A tally is added to itself: what it is can't be said by what is stored in it.
type tally struct {
	failed bool
	errs   []error
}

func (r *Reconciler) byTally(ctx context.Context, w *api.Widget) error {
	var first, second tally
	first.errs = append(second.errs, r.configure(ctx, w))
	second.errs = append(first.errs, second.errs...)
	if len(second.errs) > 1 || first.failed {
		return second.errs[0]
	}
	return nil
}
