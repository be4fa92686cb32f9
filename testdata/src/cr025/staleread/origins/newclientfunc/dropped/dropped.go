// Package dropped has a manager with a client that a function makes of less than its options.
package dropped

import (
	"context"

	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

type reconciler struct{ client.Client }

func newClient(config *rest.Config, options client.Options) (client.Client, error) {
	fast := rest.CopyConfig(config)
	fast.QPS = 100

	return bare(fast, options)
}

// Setup has the client made by the function.
func Setup(config *rest.Config) error {
	mgr, err := ctrl.NewManager(config, ctrl.Options{NewClient: newClient})
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
	w.Spec.Size++
	if err := r.Update(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	var now api.Widget
	if err := r.Get(ctx, req.NamespacedName, &now); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{Requeue: now.Spec.Size == 0}, nil
}

func bare(config *rest.Config, options client.Options) (client.Client, error) {
	return client.New(config, client.Options{Scheme: options.Scheme})
}
