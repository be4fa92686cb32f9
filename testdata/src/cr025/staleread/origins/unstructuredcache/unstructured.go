// Package unstructuredcache has a manager that caches unstructured objects too.
package unstructuredcache

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

type reconciler struct{ client.Client }

// Setup makes the manager.
func Setup(config *rest.Config) error {
	options := ctrl.Options{Client: client.Options{Cache: &client.CacheOptions{Unstructured: true}}}
	mgr, err := ctrl.NewManager(config, options)
	if err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Complete(&reconciler{mgr.GetClient()})
}

// Reconcile reads what it has written, from the cache.
func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	u := &unstructured.Unstructured{}
	u.SetGroupVersionKind(api.GroupVersion.WithKind("Gadget"))
	u.SetNamespace(req.Namespace)
	u.SetName(req.Name)
	if err := r.Create(ctx, u); err != nil {
		return ctrl.Result{}, err
	}
	now := &unstructured.Unstructured{}
	now.SetGroupVersionKind(api.GroupVersion.WithKind("Gadget"))
	if err := r.Get(ctx, req.NamespacedName, now); err != nil { // want `Gadget.*\[staleread/get\]`
		return ctrl.Result{}, err
	}
	serial, _, err := unstructured.NestedString(now.Object, "serial")
	return ctrl.Result{Requeue: serial == ""}, err
}
