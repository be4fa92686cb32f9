package comebacks

import (
	"context"

	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/comebacks/stock"
)

// Running is done in one phase, and sets another when it has created something, which keeps no round from it.
type Running struct{ client.Client }

func (r *Running) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Owns(&api.Gadget{}).Complete(r)
}

func (r *Running) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	switch w.Status.Phase {
	case "Done", "Failed":
		return ctrl.Result{}, nil
	}
	all := &api.GadgetList{}
	if err := r.List(ctx, all, client.InNamespace(w.Namespace)); err != nil { // want `warning: List decides whether the Create at.*the Status\(\).Update at.*\[staleread/list\]`
		return ctrl.Result{}, err
	}
	if len(all.Items) > 0 {
		w.Status.Phase = "Done"
		return ctrl.Result{}, r.Status().Update(ctx, w)
	}
	if err := r.Create(ctx, generated(w)); err != nil {
		return ctrl.Result{}, err
	}
	w.Status.Phase = "Running"
	return ctrl.Result{}, r.Status().Update(ctx, w)
}

// RunningByName gives it the Widget's name.
type RunningByName struct{ client.Client }

func (r *RunningByName) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Complete(r)
}

func (r *RunningByName) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if w.Status.Phase == "Done" {
		return ctrl.Result{}, nil
	}
	all := &api.GadgetList{}
	if err := r.List(ctx, all, client.InNamespace(w.Namespace)); err != nil || len(all.Items) > 0 {
		return ctrl.Result{}, err
	}
	g := generated(w)
	g.Name, g.GenerateName = w.Name, ""
	if err := r.Create(ctx, g); client.IgnoreAlreadyExists(err) != nil {
		return ctrl.Result{}, err
	}
	w.Status.Phase = "Running"
	return ctrl.Result{}, r.Status().Update(ctx, w)
}

// Started is in the phase that ends the next round.
type Started struct{ client.Client }

func (r *Started) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Complete(r)
}

func (r *Started) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if w.Status.Phase == "Done" || w.Status.Phase == "Running" {
		return ctrl.Result{}, nil
	}
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

// Asked creates only in the phase that it leaves then.
type Asked struct{ client.Client }

func (r *Asked) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Complete(r)
}

func (r *Asked) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if w.Status.Phase != "Asked" {
		return ctrl.Result{}, nil
	}
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

// Settled may be done by what another package sets.
type Settled struct{ client.Client }

func (r *Settled) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Complete(r)
}

func (r *Settled) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
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
	w.Status.Phase = "Running"
	stock.Settle(w)
	return ctrl.Result{}, r.Status().Update(ctx, w)
}

// Whole sets all of the status, the phase with it.
type Whole struct{ client.Client }

func (r *Whole) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Complete(r)
}

func (r *Whole) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
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
	r.close(&w.Status)
	return ctrl.Result{}, r.Status().Update(ctx, w)
}

func (r *Whole) close(s *api.WidgetStatus) {
	s.Phase = "Running"
	if s.Made > 0 {
		*s = api.WidgetStatus{Phase: "Done"}
	}
}

// Put has the phase set by a function that has its address.
type Put struct{ client.Client }

func (r *Put) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Complete(r)
}

func (r *Put) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
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
	w.Status.Phase = "Running"
	put(&w.Status.Phase, "Done")
	return ctrl.Result{}, r.Status().Update(ctx, w)
}

func put(at *string, v string) { *at = v }

// Raw says in a patch's text that it is done, and Table by way of a list of what is to be set.
type (
	Raw   struct{ client.Client }
	Table struct{ client.Client }
)

func (r *Raw) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Complete(r)
}

func (r *Raw) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
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
	w.Status.Phase = "Running"
	return ctrl.Result{}, r.Status().Patch(ctx, w, client.RawPatch(types.MergePatchType, []byte(`{"status":{"phase":"Done"}}`)))
}

func (t *Table) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Complete(t)
}

func (t *Table) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := t.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if w.Status.Phase == "Done" {
		return ctrl.Result{}, nil
	}
	all := &api.GadgetList{}
	if err := t.List(ctx, all, client.InNamespace(w.Namespace)); err != nil || len(all.Items) > 0 {
		return ctrl.Result{}, err
	}
	if err := t.Create(ctx, generated(w)); err != nil {
		return ctrl.Result{}, err
	}
	w.Status.Phase = "Running"
	for _, phase := range []*string{&w.Status.Phase} {
		*phase = "Done"
	}
	return ctrl.Result{}, t.Status().Update(ctx, w)
}
