// Package newclient has a manager with a client of the user's making.
package newclient

import (
	"context"

	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

type reconciler struct{ client.Client }

// Setup takes the cache out of the client.
func Setup(config *rest.Config) error {
	mgr, err := ctrl.NewManager(config, ctrl.Options{
		NewClient: func(config *rest.Config, options client.Options) (client.Client, error) {
			options.Cache = nil
			return client.New(config, options)
		},
	})
	if err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Complete(&reconciler{mgr.GetClient()})
}

// Reconcile reads nothing that is stale.
func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.Update(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	var now api.Widget
	if err := r.Get(ctx, req.NamespacedName, &now); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{Requeue: now.Spec.Size == 0}, nil
}
