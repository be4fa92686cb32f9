// Package unstructuredcache has a manager whose client caches unstructured objects and waits for its own writes, but
// takes those of unstructured objects for writes of typed ones.
package unstructuredcache

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"
	"k8s.io/utils/ptr"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Reconciler has the waiting client.
type Reconciler struct {
	client.Client
}

// Setup makes the manager.
func Setup(config *rest.Config) error {
	mgr, err := ctrl.NewManager(config, ctrl.Options{
		Client: client.Options{Cache: &client.CacheOptions{Unstructured: true, EnableReadYourWritesConsistency: ptr.To(true)}},
	})
	if err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Complete(&Reconciler{Client: mgr.GetClient()})
}

func widget() *unstructured.Unstructured {
	u := &unstructured.Unstructured{}
	u.SetGroupVersionKind(api.GroupVersion.WithKind("Widget"))
	return u
}

// Reconcile reads what it has written in the same form, which is not the one that is noted.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	u := widget()
	if err := r.Get(ctx, req.NamespacedName, u); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := unstructured.SetNestedField(u.Object, int64(3), "spec", "size"); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.Update(ctx, u); err != nil {
		return ctrl.Result{}, err
	}
	now := widget()
	if err := r.Get(ctx, req.NamespacedName, now); err != nil { // want `as those of typed ones.*Widget.*\[staleread/get\]`
		return ctrl.Result{}, err
	}
	size, _, err := unstructured.NestedInt64(now.Object, "spec", "size")
	return ctrl.Result{Requeue: size < 3}, err
}

// Typed reads wait for it.
func (r *Reconciler) typed(ctx context.Context, key types.NamespacedName) (int, error) {
	u := widget()
	if err := r.Get(ctx, key, u); err != nil {
		return 0, err
	}
	if err := unstructured.SetNestedField(u.Object, int64(3), "spec", "size"); err != nil {
		return 0, err
	}
	if err := r.Update(ctx, u); err != nil {
		return 0, err
	}
	var now api.Widget
	err := r.Get(ctx, key, &now)
	return now.Spec.Size, err
}

// A delete is noted as it is.
func (r *Reconciler) deleted(ctx context.Context, key types.NamespacedName) (bool, error) {
	u := widget()
	if err := r.Get(ctx, key, u); err != nil {
		return false, err
	}
	if err := r.Delete(ctx, u); err != nil {
		return false, err
	}
	if err := r.Get(ctx, key, widget()); err != nil {
		return true, client.IgnoreNotFound(err)
	}
	return false, r.Update(ctx, u)
}
