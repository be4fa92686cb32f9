package recursion

import (
	"context"

	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Machine goes on with the next phase at once: it calls its Reconcile again, with a request that it makes of the Widget.
type Machine struct{ client.Client }

// Reconcile implements reconcile.Reconciler.
func (m *Machine) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var w api.Widget
	if err := m.Get(ctx, req.NamespacedName, &w); err != nil { // want `Get after the Status\(\).Update.*api.Widget.*\[staleread/get\]`
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	switch w.Status.Phase {
	case "":
		return m.enter(ctx, &w, "Building")
	case "Building":
		return m.enter(ctx, &w, "Built")
	}
	return ctrl.Result{}, nil
}

func (m *Machine) enter(ctx context.Context, w *api.Widget, phase string) (ctrl.Result, error) {
	w.Status.Phase = phase
	if err := m.Status().Update(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	return m.Reconcile(ctx, ctrl.Request{NamespacedName: client.ObjectKeyFromObject(w)})
}

// Piecewise has the request filled field by field, and the key of the read too.
type Piecewise struct{ client.Client }

func (p *Piecewise) paint(ctx context.Context, w *api.Widget) (string, error) {
	w.Spec.Colour = "red"
	if err := p.Update(ctx, w); err != nil {
		return "", err
	}
	return p.colour(ctx, ctrl.Request{NamespacedName: types.NamespacedName{Namespace: w.Namespace, Name: w.Name}})
}

func (p *Piecewise) colour(ctx context.Context, req ctrl.Request) (string, error) {
	var w api.Widget
	err := p.Get(ctx, types.NamespacedName{Namespace: req.Namespace, Name: req.Name}, &w) // want `Get after the Update.*api.Widget.*\[staleread/get\]`
	return w.Spec.Colour, err
}

// Mended asks the API server when it goes on.
type Mended struct {
	client.Client
	APIReader client.Reader
}

// Reconcile implements reconcile.Reconciler.
func (m *Mended) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var w api.Widget
	if err := m.APIReader.Get(ctx, req.NamespacedName, &w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	switch w.Status.Phase {
	case "":
		return m.enter(ctx, &w, "Building")
	case "Building":
		return m.enter(ctx, &w, "Built")
	}
	return ctrl.Result{}, nil
}

func (m *Mended) enter(ctx context.Context, w *api.Widget, phase string) (ctrl.Result, error) {
	w.Status.Phase = phase
	if err := m.Status().Update(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	return m.Reconcile(ctx, ctrl.Request{NamespacedName: client.ObjectKeyFromObject(w)})
}

// Upwards goes on with the Widget's parent, which is another one.
type Upwards struct{ client.Client }

// Reconcile implements reconcile.Reconciler.
func (u *Upwards) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var w api.Widget
	if err := u.Get(ctx, req.NamespacedName, &w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	w.Status.Made++
	if err := u.Status().Update(ctx, &w); err != nil || w.Spec.Parent == "" {
		return ctrl.Result{}, err
	}
	up := ctrl.Request{NamespacedName: client.ObjectKeyFromObject(&w)}
	up.Name = w.Spec.Parent
	return u.Reconcile(ctx, up)
}

// Beside goes on with one whose request is filled field by field.
type Beside struct{ client.Client }

// Reconcile implements reconcile.Reconciler.
func (b *Beside) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var w api.Widget
	if err := b.Get(ctx, req.NamespacedName, &w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	w.Status.Made++
	if err := b.Status().Update(ctx, &w); err != nil || w.Spec.Parent == "" {
		return ctrl.Result{}, err
	}
	return b.Reconcile(ctx, ctrl.Request{NamespacedName: types.NamespacedName{Namespace: w.Namespace, Name: w.Spec.Parent}})
}
