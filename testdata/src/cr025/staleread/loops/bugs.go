// Package loops has the read before the write, in a loop that comes around again.
package loops

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
)

// Reconciler goes around.
type Reconciler struct {
	client.Client
}

// Reconcile reads and writes one ConfigMap for each of the hosts.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var w api.Widget
	if err := r.Get(ctx, req.NamespacedName, &w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	for _, host := range w.Spec.Hosts {
		var cm corev1.ConfigMap
		if err := r.Get(ctx, types.NamespacedName{Namespace: w.Namespace, Name: "hosts"}, &cm); err != nil { // want `ConfigMap.*\[staleread/get\]`
			return ctrl.Result{}, err
		}
		cm.Data[host] = w.Name
		if err := r.Update(ctx, &cm); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, nil
}

// The object of the outer loop, in the inner.
func (r *Reconciler) nested(ctx context.Context, widgets []api.Widget, colours []string) error {
	for i := range widgets {
		key := client.ObjectKeyFromObject(&widgets[i])
		for _, colour := range colours {
			w := &api.Widget{}
			if err := r.Get(ctx, key, w); err != nil { // want `Widget.*\[staleread/get\]`
				return err
			}
			w.Labels[colour] = "yes"
			if err := r.Update(ctx, w); err != nil {
				return err
			}
		}
	}
	return nil
}

// Made once, and with the next host once more, as the cache has none yet.
func (r *Reconciler) ensured(ctx context.Context, w *api.Widget) error {
	for _, host := range w.Spec.Hosts {
		if err := r.addHost(ctx, w.Namespace, host); err != nil {
			return err
		}
	}
	return nil
}

func (r *Reconciler) addHost(ctx context.Context, namespace, host string) error {
	secret := &corev1.Secret{}
	err := r.Get(ctx, types.NamespacedName{Namespace: namespace, Name: "hosts"}, secret) // want `Secret.*\[staleread/get\]`
	if apierrors.IsNotFound(err) {
		secret = &corev1.Secret{
			ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "hosts"},
			StringData: map[string]string{host: "1"},
		}
		return r.Create(ctx, secret)
	}
	if err != nil {
		return err
	}
	secret.StringData = map[string]string{host: "1"}
	return r.Update(ctx, secret)
}

func (r *Reconciler) composite(ctx context.Context, w *api.Widget) error {
	for _, host := range w.Spec.Hosts {
		svc := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
		if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, svc, func() error { // want `Service.*\[staleread/composite\]`
			svc.Spec.ExternalIPs = append(svc.Spec.ExternalIPs, host)
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

func (r *Reconciler) counted(ctx context.Context, w *api.Widget) error {
	for {
		var all api.GadgetList
		if err := r.List(ctx, &all, client.InNamespace(w.Namespace)); err != nil { // want `Gadget.*\[staleread/list\]`
			return err
		}
		if len(all.Items) >= w.Spec.Size {
			return nil
		}
		if err := r.Create(ctx, &api.Gadget{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, GenerateName: "g-"}}); err != nil {
			return err
		}
	}
}
