// Package remade creates once more what a cache doesn't have yet.
package remade

import (
	"context"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/remade/ensure"
)

// R makes gadgets.
type R struct{ client.Client }

// SetupWithManager fills it.
func (r *R) SetupWithManager(mgr ctrl.Manager) error {
	r.Client = mgr.GetClient()
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Complete(r)
}

// Reconcile costs a try: the other Create is refused, since its object has a name that is taken.
func (r *R) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	g := &api.Gadget{}
	g.Namespace, g.Name = req.Namespace, req.Name
	if err := r.Create(ctx, g); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, ensure.Made(ctx, r.Client, g) // want `^note: .*which may have nothing yet, so that what follows fails and is tried again.*\[staleread/get\]`
}

// The other Create is taken for one that has succeeded.
func (r *R) passed(ctx context.Context, g *api.Gadget) error {
	if err := r.Create(ctx, g); err != nil {
		return err
	}
	return ensure.Passed(ctx, r.Client, g) // want `which may have nothing yet, and what follows goes on as if there were none.*\[staleread/get\]`
}

// The other Create makes another one.
func (r *R) drawn(ctx context.Context, g *api.Gadget) error {
	if err := r.Create(ctx, g); err != nil {
		return err
	}
	return ensure.Drawn(ctx, r.Client, g) // want `^warning: .*and what follows goes on as if there were none.*\[staleread/get\]`
}

func (r *R) redrawn(ctx context.Context, g *api.Gadget) error {
	if err := r.Create(ctx, g); err != nil {
		return err
	}
	return ensure.Redrawn(ctx, r.Client, g) // want `^warning: .*and what follows goes on as if there were none.*\[staleread/get\]`
}
