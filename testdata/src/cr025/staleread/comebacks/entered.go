package comebacks

import (
	"context"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Entered has a function set the phase that it is given: behind the Gadget none that ends a round.
type Entered struct{ client.Client }

func (r *Entered) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Complete(r)
}

func (r *Entered) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if w.Status.Phase == "Done" {
		return ctrl.Result{}, nil
	}
	all := &api.GadgetList{}
	if err := r.List(ctx, all, client.InNamespace(w.Namespace)); err != nil { // want `warning: List decides whether the Create at.*the Status\(\).Update at.*\[staleread/list\]`
		return ctrl.Result{}, err
	}
	if len(all.Items) > 0 {
		return ctrl.Result{}, r.leave(ctx, w, "Done")
	}
	if err := r.Create(ctx, generated(w)); err != nil {
		return ctrl.Result{}, r.leave(ctx, w, "Failed")
	}
	return ctrl.Result{}, r.leave(ctx, w, "Running")
}

func (r *Entered) leave(ctx context.Context, w *api.Widget, phase string) error {
	w.Status.Phase = phase
	return r.Status().Update(ctx, w)
}

// Valued ends a round by a function value, of which not all that it is given is seen.
type Valued struct{ client.Client }

func (r *Valued) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Complete(r)
}

func (r *Valued) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if w.Status.Phase == "Done" {
		return ctrl.Result{}, nil
	}
	all := &api.GadgetList{}
	if err := r.List(ctx, all, client.InNamespace(w.Namespace)); err != nil {
		return ctrl.Result{}, err
	}
	enter := r.leave
	if w.Spec.Size > 5 {
		enter = r.stay
	}
	if len(all.Items) > 0 {
		return ctrl.Result{}, enter(ctx, w, "Failed")
	}
	if err := r.Create(ctx, generated(w)); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.leave(ctx, w, "Running"); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, enter(ctx, w, "Done")
}

func (r *Valued) leave(ctx context.Context, w *api.Widget, phase string) error {
	w.Status.Phase = phase
	return r.Status().Update(ctx, w)
}

func (r *Valued) stay(context.Context, *api.Widget, string) error { return nil }
