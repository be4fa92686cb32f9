package comebacks

import (
	"context"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"ctrllint.test/cr025/staleread/api"
)

// These reconcilers are given the object in place of its request.

// Handed makes a second Gadget when its own status update brings it back; the phase that it sets ends no round.
type Handed struct{ client.Client }

func (r *Handed) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Owns(&api.Gadget{}).Complete(reconcile.AsReconciler(mgr.GetClient(), r))
}

func (r *Handed) Reconcile(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	if w.Status.Phase == "Done" {
		return ctrl.Result{}, nil
	}
	all := &api.GadgetList{}
	if err := r.List(ctx, all, client.InNamespace(w.Namespace)); err != nil { // want `warning: List decides whether the Create at.*the Status\(\).Update at.*\[staleread/list\]`
		return ctrl.Result{}, err
	}
	if len(all.Items) > 0 {
		return ctrl.Result{}, r.enter(ctx, w, "Done")
	}
	if err := r.Create(ctx, generated(w)); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.enter(ctx, w, "Running")
}

func (r *Handed) enter(ctx context.Context, w *api.Widget, phase string) error {
	w.Status.Phase = phase
	return r.Status().Update(ctx, w)
}

// HandedByName gives the Gadget the Widget's name.
type HandedByName struct{ client.Client }

func (r *HandedByName) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Complete(reconcile.AsReconciler(mgr.GetClient(), r))
}

func (r *HandedByName) Reconcile(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	all := &api.GadgetList{}
	if err := r.List(ctx, all, client.InNamespace(w.Namespace)); err != nil || len(all.Items) > 0 {
		return ctrl.Result{}, err
	}
	g := generated(w)
	g.Name, g.GenerateName = w.Name, ""
	if err := client.IgnoreAlreadyExists(r.Create(ctx, g)); err != nil {
		return ctrl.Result{}, err
	}
	w.Status.Phase = "Running"
	return ctrl.Result{}, r.Status().Update(ctx, w)
}

// HandedOnce is in the phase that ends the next round, in one way or another.
type HandedOnce struct{ client.Client }

func (r *HandedOnce) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Complete(reconcile.AsReconciler(mgr.GetClient(), r))
}

func (r *HandedOnce) Reconcile(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	if w.Status.Phase == "Done" {
		return ctrl.Result{}, nil
	}
	all := &api.GadgetList{}
	if err := r.List(ctx, all, client.InNamespace(w.Namespace)); err != nil || len(all.Items) > 0 {
		return ctrl.Result{}, err
	}
	if err := r.Create(ctx, generated(w)); err != nil {
		return ctrl.Result{}, err
	}
	if w.Spec.Size == 1 {
		return ctrl.Result{}, r.enter(ctx, w, "Done")
	}
	return ctrl.Result{}, r.enter(ctx, w, "Running")
}

func (r *HandedOnce) enter(ctx context.Context, w *api.Widget, phase string) error {
	w.Status.Phase = phase
	return r.Status().Update(ctx, w)
}

// HandedOther has the phase worked out, by a function of which it isn't seen that it never says Done.
type HandedOther struct{ client.Client }

func (r *HandedOther) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Complete(reconcile.AsReconciler(mgr.GetClient(), r))
}

func (r *HandedOther) Reconcile(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	if w.Status.Phase == "Done" {
		return ctrl.Result{}, nil
	}
	all := &api.GadgetList{}
	if err := r.List(ctx, all, client.InNamespace(w.Namespace)); err != nil || len(all.Items) > 0 {
		return ctrl.Result{}, err
	}
	if err := r.Create(ctx, generated(w)); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.enter(ctx, w, phaseOf(w))
}

func (r *HandedOther) enter(ctx context.Context, w *api.Widget, phase string) error {
	return r.store(ctx, w, phase)
}

func (r *HandedOther) store(ctx context.Context, w *api.Widget, phase string) error {
	w.Status.Phase = phase
	return r.Status().Update(ctx, w)
}

func phaseOf(w *api.Widget) string {
	if w.Spec.Size < 2 {
		return "Done"
	}
	return "Running"
}

// HandedPeer writes the status of another Widget, which brings back that one's round.
type HandedPeer struct{ client.Client }

func (r *HandedPeer) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Complete(reconcile.AsReconciler(mgr.GetClient(), r))
}

func (r *HandedPeer) Reconcile(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	all := &api.GadgetList{}
	if err := r.List(ctx, all, client.InNamespace(w.Namespace)); err != nil || len(all.Items) > 0 {
		return ctrl.Result{}, err
	}
	if err := r.Create(ctx, generated(w)); err != nil {
		return ctrl.Result{}, err
	}
	peer := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKey{Namespace: w.Namespace, Name: "peer-of-" + w.Name}, peer); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	peer.Status.Phase = "Waiting"
	return ctrl.Result{}, r.Status().Update(ctx, peer)
}

// HandedSpec hears of no change of the status.
type HandedSpec struct{ client.Client }

func (r *HandedSpec) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).
		Complete(reconcile.AsReconciler(mgr.GetClient(), r))
}

func (r *HandedSpec) Reconcile(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	all := &api.GadgetList{}
	if err := r.List(ctx, all, client.InNamespace(w.Namespace)); err != nil || len(all.Items) > 0 {
		return ctrl.Result{}, err
	}
	if err := r.Create(ctx, generated(w)); err != nil {
		return ctrl.Result{}, err
	}
	w.Status.Phase = "Running"
	return ctrl.Result{}, r.Status().Update(ctx, w)
}
