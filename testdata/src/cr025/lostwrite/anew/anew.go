// Package anew has objects that are created with a status, and reconciles that make the status.
package anew

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"ctrllint.test/cr025/lostwrite/api"
)

// Reconciler has a widget for each gadget.
type Reconciler struct{ client.Client }

// Reconcile makes the widget; the event of that brings the status.
func (r *Reconciler) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	g := &api.Gadget{}
	if err := r.Get(ctx, req.NamespacedName, g); err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); client.IgnoreNotFound(err) != nil {
		return reconcile.Result{}, err
	} else if err != nil {
		return reconcile.Result{}, r.Create(ctx, widgetOf(g)) // want `^note: this Create does not store the change of Status.Phase`
	}
	if w.Status.Phase == g.Status.Phase {
		return reconcile.Result{}, nil
	}
	now := w.DeepCopy()
	now.Status.Phase = g.Status.Phase
	return reconcile.Result{}, r.Status().Update(ctx, now)
}

func widgetOf(g *api.Gadget) *api.Widget {
	return &api.Widget{
		ObjectMeta: metav1.ObjectMeta{Name: g.Name, Namespace: g.Namespace},
		Spec:       api.Spec{Size: 1},
		Status:     api.Status{Phase: g.Status.Phase},
	}
}

// counted has a number too, which no reconcile sets.
func (r *Reconciler) counted(ctx context.Context, name string, n int) error {
	w := &api.Widget{}
	w.Name = name
	w.Status.Phase = "Counted"
	w.Status.Made = n
	return r.Create(ctx, w) // want `^error: this Create does not store the change of Status.Made and Status.Phase`
}

// begun writes the status itself, which the answer has taken away.
func (r *Reconciler) begun(ctx context.Context, name string) error {
	w := &api.Widget{}
	w.Name = name
	w.Status.Phase = "Begun"
	if err := r.Create(ctx, w); err != nil { // want `^error: this Create does not store the change of Status.Phase`
		return err
	}
	return r.Status().Update(ctx, w)
}
