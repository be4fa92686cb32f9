// Package disabled has a manager that does not cache Secrets.
package disabled

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

// Reconciler keeps Secrets and ConfigMaps.
type Reconciler struct {
	client.Client
	mgr ctrl.Manager
}

// Setup makes the manager.
func Setup(config *rest.Config) error {
	mgr, err := ctrl.NewManager(config, ctrl.Options{
		Client: client.Options{Cache: &client.CacheOptions{DisableFor: []client.Object{&corev1.Secret{}}}},
	})
	if err != nil {
		return err
	}
	r := &Reconciler{Client: mgr.GetClient(), mgr: mgr}
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).Complete(r)
}

// Reconcile reads Secrets from the API server and ConfigMaps from the cache.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, Name: req.Name}}
	if err := r.Create(ctx, secret); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.Get(ctx, req.NamespacedName, secret); err != nil {
		return ctrl.Result{}, err
	}
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, Name: req.Name}}
	if err := r.Create(ctx, cm); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.Get(ctx, req.NamespacedName, cm); err != nil { // want `ConfigMap.*\[staleread/get\]`
		return ctrl.Result{}, err
	}
	return ctrl.Result{Requeue: len(cm.Data) > len(secret.Data)}, nil
}

// Not cached is not cached, in all representations and in lists.
func (r *Reconciler) others(ctx context.Context, secret *corev1.Secret) (int, error) {
	if err := r.Create(ctx, secret); err != nil {
		return 0, err
	}
	var all corev1.SecretList
	if err := r.List(ctx, &all); err != nil {
		return 0, err
	}
	meta := &metav1.PartialObjectMetadata{}
	meta.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Secret"))
	if err := r.Get(ctx, client.ObjectKeyFromObject(secret), meta); err != nil {
		return 0, err
	}
	if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, secret, func() error { return nil }); err != nil {
		return 0, err
	}
	return len(all.Items) + len(meta.Labels), nil
}

// The cache itself knows nothing of it.
func (r *Reconciler) fromCache(ctx context.Context, secret *corev1.Secret) (map[string][]byte, error) {
	if err := r.Update(ctx, secret); err != nil {
		return nil, err
	}
	var now corev1.Secret
	err := r.mgr.GetCache().Get(ctx, client.ObjectKeyFromObject(secret), &now) // want `Secret.*\[staleread/get\]`
	return now.Data, err
}
