// Package steps has reconciles whose steps are called in a loop.
package steps

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/steps/phases"
)

// Reconciler goes step by step.
type Reconciler struct {
	client.Client
	phases []phases.Phase
}

type step func(context.Context, *api.Widget) error

// Reconcile compares in its third step what the first has written.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var w api.Widget
	if err := r.Get(ctx, req.NamespacedName, &w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	for _, s := range []step{r.configure, r.nothing, r.restart} {
		if err := s(ctx, &w); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, nil
}

func keyOf(w *api.Widget) client.ObjectKey {
	return client.ObjectKey{Namespace: w.Namespace, Name: w.Name}
}

func (r *Reconciler) configure(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, keyOf(w), cm); err != nil {
		return err
	}
	base := client.MergeFrom(cm.DeepCopy())
	cm.Data = w.Spec.Config
	return r.Patch(ctx, cm, base)
}

func (r *Reconciler) nothing(context.Context, *api.Widget) error { return nil }

func (r *Reconciler) restart(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, keyOf(w), cm); err != nil { // want `warning: .*ConfigMap.*Data\[size\] decides.*\[staleread/get\]`
		return err
	}
	if cm.Data["size"] == "large" {
		w.Status.Phase = "Large"
	}
	return r.Status().Update(ctx, w)
}

// A table names its steps.
func (r *Reconciler) table(ctx context.Context, w *api.Widget) error {
	steps := []struct {
		name string
		do   step
	}{
		{name: "publish", do: r.publish},
		{name: "expose", do: r.expose},
	}
	for _, s := range steps {
		if err := s.do(ctx, w); err != nil {
			return err
		}
	}
	return nil
}

func (r *Reconciler) publish(ctx context.Context, w *api.Widget) error {
	svc := &corev1.Service{}
	if err := r.Get(ctx, keyOf(w), svc); err != nil {
		return err
	}
	svc.Spec.Type = corev1.ServiceTypeLoadBalancer
	return r.Update(ctx, svc)
}

func (r *Reconciler) expose(ctx context.Context, w *api.Widget) error {
	svc := &corev1.Service{}
	if err := r.Get(ctx, keyOf(w), svc); err != nil { // want `warning: .*Service.*\[staleread/get\]`
		return err
	}
	if svc.Spec.Type != corev1.ServiceTypeLoadBalancer {
		return r.Delete(ctx, svc)
	}
	return nil
}

// The steps stand in a variable of the package.
var all = []func(*Reconciler, context.Context, *api.Widget) error{(*Reconciler).seal, (*Reconciler).unseal}

func (r *Reconciler) every(ctx context.Context, w *api.Widget) error {
	for i := range all {
		if err := all[i](r, ctx, w); err != nil {
			return err
		}
	}
	return nil
}

func (r *Reconciler) seal(ctx context.Context, w *api.Widget) error {
	return r.Create(ctx, &corev1.Secret{ObjectMeta: w.ObjectMeta, StringData: w.Spec.Config})
}

func (r *Reconciler) unseal(ctx context.Context, w *api.Widget) error {
	secret := &corev1.Secret{}
	if err := r.Get(ctx, keyOf(w), secret); client.IgnoreNotFound(err) != nil { // want `warning: .*Secret.*\[staleread/get\]`
		return err
	}
	w.Status.Phase = string(secret.Data["phase"])
	return r.Status().Update(ctx, w)
}

// Newcomer has phases of another package.
func Newcomer(c client.Client) *Reconciler {
	return &Reconciler{Client: c, phases: []phases.Phase{&phases.Write{Client: c}, phases.Check{Client: c}}}
}

func (r *Reconciler) run(ctx context.Context, key client.ObjectKey) error {
	for _, p := range r.phases {
		if err := p.Run(ctx, key); err != nil { // want `warning: .*phases.Check.Run.*after the Update in phases.Write.Run.*Node.*\[staleread/get\]`
			return err
		}
	}
	return nil
}
