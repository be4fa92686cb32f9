// Package named has a manager for which a setting names the kinds that it does not cache.
package named

import (
	"context"
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Reconciler keeps Secrets and ConfigMaps.
type Reconciler struct{ client.Client }

var live = map[string]client.Object{
	"secret": &corev1.Secret{},
	"pod":    &corev1.Pod{},
}

func cacheOptions(names string) (*client.CacheOptions, error) {
	var options client.CacheOptions
	for _, name := range strings.Split(names, ",") {
		object, ok := live[name]
		if !ok {
			return nil, fmt.Errorf("no kind %q", name)
		}
		options.DisableFor = append(options.DisableFor, object)
	}
	return &options, nil
}

// Setup makes the manager.
func Setup(config *rest.Config, names string) error {
	options, err := cacheOptions(names)
	if err != nil {
		return err
	}
	mgr, err := ctrl.NewManager(config, ctrl.Options{Client: client.Options{Cache: options}})
	if err != nil {
		return err
	}
	r := &Reconciler{Client: mgr.GetClient()}
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).Complete(r)
}

// Reconcile reads Secrets from the API server, if the setting says so, and ConfigMaps from the cache.
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
