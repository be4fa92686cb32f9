// Package crosspkg lets another package write or read for it.
package crosspkg

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/crosspkg/store"
)

// Reconciler leans on package store.
type Reconciler struct {
	client.Client
	APIReader client.Reader
	store     *store.Store
}

// SetupWithManager fills it.
func (r *Reconciler) SetupWithManager(mgr ctrl.Manager) error {
	r.Client, r.APIReader = mgr.GetClient(), mgr.GetAPIReader()
	r.store = store.New(mgr.GetClient(), mgr.GetAPIReader())
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Complete(r)
}

// Reconcile has the write there and the read here.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w, err := store.Load(ctx, r, req.NamespacedName)
	if err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	w.Spec.Size++
	if err := store.Save(ctx, r.Client, w); err != nil {
		return ctrl.Result{}, err
	}
	var now api.Widget
	if err := r.Get(ctx, req.NamespacedName, &now); err != nil { // want `Widget.*\[staleread/get\]`
		return ctrl.Result{}, err
	}
	return ctrl.Result{Requeue: now.Spec.Size == 0}, nil
}

func (r *Reconciler) readsThere(ctx context.Context, w *api.Widget) (int, error) {
	if err := r.Update(ctx, w); err != nil {
		return 0, err
	}
	now, err := store.Load(ctx, r.Client, client.ObjectKeyFromObject(w)) // want `Widget.*\[staleread/get\]`
	if err != nil {
		return 0, err
	}
	return now.Spec.Size, nil
}

func (r *Reconciler) bothThere(ctx context.Context, w *api.Widget) (int, error) {
	if err := store.Save(ctx, r.Client, w); err != nil {
		return 0, err
	}
	return r.viaMethod(ctx, client.ObjectKeyFromObject(w))
}

// The last call before the package is left.
func (r *Reconciler) viaMethod(ctx context.Context, key client.ObjectKey) (int, error) {
	now, err := store.Load(ctx, r.Client, key) // want `Widget.*\[staleread/get\]`
	if err != nil {
		return 0, err
	}
	return now.Spec.Size, nil
}

func (r *Reconciler) stored(ctx context.Context, cm *corev1.ConfigMap) (string, error) {
	if err := r.store.Put(ctx, cm); err != nil {
		return "", err
	}
	return r.store.Value(ctx, client.ObjectKeyFromObject(cm), "size") // want `ConfigMap.*\[staleread/get\]`
}

func (r *Reconciler) counted(ctx context.Context, w *api.Widget) (int, error) {
	if err := r.Create(ctx, &api.Gadget{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}); err != nil {
		return 0, err
	}
	return store.Count(ctx, r.Client, w.Namespace) // want `Gadget.*\[staleread/list\]`
}

func (r *Reconciler) retried(ctx context.Context, key client.ObjectKey) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		w, err := store.Load(ctx, r.Client, key) // want `Widget.*\[staleread/retry\]`
		if err != nil {
			return err
		}
		w.Spec.Size++
		return store.Save(ctx, r.Client, w)
	})
}
