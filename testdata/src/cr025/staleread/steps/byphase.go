package steps

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Machine has a function for each phase of a Widget.
type Machine struct {
	client.Client
	handlers map[string]func(context.Context, *api.Widget) error
}

func newMachine(c client.Client) *Machine {
	m := &Machine{Client: c}
	m.handlers = map[string]func(context.Context, *api.Widget) error{
		"":        m.begin,
		"Growing": m.grow,
	}
	return m
}

// Reconcile reads, once the phase's function has returned, what one of them has written.
func (m *Machine) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := m.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	handle, ok := m.handlers[w.Status.Phase]
	if !ok {
		return ctrl.Result{}, nil
	}
	if err := handle(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, m.large(ctx, w)
}

func (m *Machine) begin(context.Context, *api.Widget) error { return nil }

func (m *Machine) grow(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{}
	if err := m.Get(ctx, keyOf(w), cm); err != nil {
		return err
	}
	cm.Data = w.Spec.Config
	return m.Update(ctx, cm)
}

func (m *Machine) large(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{}
	if err := m.Get(ctx, keyOf(w), cm); err != nil { // want `warning: .*ConfigMap.*Data\[size\] decides.*\[staleread/get\]`
		return err
	}
	if cm.Data["size"] == "large" {
		w.Status.Phase = "Large"
	}
	return m.Status().Update(ctx, w)
}

// stages are of structs, in a variable of the package.
type stage struct {
	name string
	run  func(context.Context, client.Client, *api.Widget) error
}

var stages = map[string]stage{
	"first":  {"first", func(context.Context, client.Client, *api.Widget) error { return nil }},
	"second": {name: "second", run: configured},
}

func configured(ctx context.Context, c client.Client, w *api.Widget) error {
	cm := &corev1.ConfigMap{}
	if err := c.Get(ctx, keyOf(w), cm); err != nil { // want `warning: .*ConfigMap.*Data\[size\] decides.*\[staleread/get\]`
		return err
	}
	if cm.Data["size"] == "large" {
		w.Status.Phase = "Large"
	}
	return c.Status().Update(ctx, w)
}

func (r *Reconciler) staged(ctx context.Context, w *api.Widget) error {
	if err := r.configure(ctx, w); err != nil {
		return err
	}
	return stages[w.Status.Phase].run(ctx, r.Client, w)
}

// What a variable was set to on one of the ways reads what was written before.
func (r *Reconciler) either(ctx context.Context, w *api.Widget) error {
	if err := r.configure(ctx, w); err != nil {
		return err
	}
	next := r.nothing
	if w.Spec.Size > 3 {
		next = r.comparedAtLast
	}
	return next(ctx, w)
}

func (r *Reconciler) comparedAtLast(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, keyOf(w), cm); err != nil { // want `warning: .*ConfigMap.*Data\[size\] decides.*\[staleread/get\]`
		return err
	}
	if cm.Data["size"] == "large" {
		w.Status.Phase = "Large"
	}
	return r.Status().Update(ctx, w)
}

// Only one of the functions runs, so that none reads what another has written.
func (r *Reconciler) oneOfThem(ctx context.Context, w *api.Widget) error {
	choices := map[string]step{"write": r.configure, "read": r.toldAtLast}
	do, ok := choices[w.Status.Phase]
	if !ok {
		return nil
	}
	return do(ctx, w)
}

func (r *Reconciler) toldAtLast(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, keyOf(w), cm); err != nil {
		return err
	}
	if cm.Data["size"] == "large" {
		w.Status.Phase = "Large"
	}
	return r.Status().Update(ctx, w)
}

// Anybody may put others into the map.
func (r *Reconciler) given(ctx context.Context, w *api.Widget, more map[string]step) error {
	if err := r.configure(ctx, w); err != nil {
		return err
	}
	return more[w.Status.Phase](ctx, w)
}
