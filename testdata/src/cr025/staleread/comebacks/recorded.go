package comebacks

import (
	"context"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Recorder writes down how far it has come. What it asks for at first is written for the last phase only.
type Recorder struct{ client.Client }

func (r *Recorder) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Owns(&api.Gadget{}).Complete(r)
}

func (r *Recorder) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if w.Status.Made > 0 {
		return ctrl.Result{}, nil
	}
	all := &api.GadgetList{}
	if err := r.List(ctx, all, client.InNamespace(w.Namespace)); err != nil { // want `warning: List decides whether the Create at.*the Status\(\).Patch at.*\[staleread/list\]`
		return ctrl.Result{}, err
	}
	if len(all.Items) > 0 {
		return ctrl.Result{}, record(ctx, r.Client, w, "Done")
	}
	if err := r.Create(ctx, generated(w)); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, record(ctx, r.Client, w, "Running")
}

func record(ctx context.Context, c client.Client, w *api.Widget, phase string) error {
	base := w.DeepCopy()
	w.Status.Phase = phase
	switch phase {
	case "Done", "Failed":
		w.Status.Made = 1
	}
	return c.Status().Patch(ctx, w, client.MergeFrom(base))
}

// RecordsAtOnce writes down that it is done when it has created something: the next round ends there.
type RecordsAtOnce struct{ client.Client }

func (r *RecordsAtOnce) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Owns(&api.Gadget{}).Complete(r)
}

func (r *RecordsAtOnce) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if w.Status.Made > 0 {
		return ctrl.Result{}, nil
	}
	all := &api.GadgetList{}
	if err := r.List(ctx, all, client.InNamespace(w.Namespace)); err != nil {
		return ctrl.Result{}, err
	}
	if len(all.Items) > 0 {
		return ctrl.Result{}, record(ctx, r.Client, w, "Failed")
	}
	if err := r.Create(ctx, generated(w)); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, record(ctx, r.Client, w, "Done")
}
