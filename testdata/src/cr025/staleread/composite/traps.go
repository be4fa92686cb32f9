package composite

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
)

// One after the other, each of another kind or name.
func (r *Mended) several(ctx context.Context, w *api.Widget) error {
	nothing := func() error { return nil }
	meta := metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}
	if _, err := ctrl.CreateOrUpdate(ctx, r.Client, &corev1.ConfigMap{ObjectMeta: meta}, nothing); err != nil {
		return err
	}
	if _, err := ctrl.CreateOrUpdate(ctx, r.Client, &corev1.Secret{ObjectMeta: meta}, nothing); err != nil {
		return err
	}
	other := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name + "-tls"}}
	if _, err := ctrl.CreateOrUpdate(ctx, r.Client, other, nothing); err != nil {
		return err
	}
	_, err := ctrl.CreateOrPatch(ctx, r.Client, w, nothing)
	return err
}

// One for each host.
func (r *Mended) each(ctx context.Context, w *api.Widget) error {
	for _, host := range w.Spec.Hosts {
		svc := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: host}}
		if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, svc, func() error {
			svc.Spec.ExternalName = host
			return controllerutil.SetControllerReference(w, svc, r.Scheme())
		}); err != nil {
			return err
		}
	}
	return nil
}

// It runs on what the API server has.
func live(ctx context.Context, config *rest.Config, cm *corev1.ConfigMap) error {
	c, err := client.New(config, client.Options{})
	if err != nil {
		return err
	}
	if err := c.Create(ctx, cm); err != nil {
		return err
	}
	_, err = controllerutil.CreateOrUpdate(ctx, c, cm, func() error { return nil })
	return err
}

// The status of what it leaves is written, and nothing read.
func (r *Mended) andStatus(ctx context.Context, w *api.Widget) error {
	if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, w, func() error { return nil }); err != nil {
		return err
	}
	w.Status.Phase = "Done"
	return r.Status().Update(ctx, w)
}

// Owner and owned have one name, and are of two kinds.
func (r *Mended) ownerFirst(ctx context.Context, w *api.Widget) error {
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	_, err := controllerutil.CreateOrPatch(ctx, r.Client, cm, func() error { return nil })
	return err
}

// Only where the write failed.
func (r *Mended) orElse(ctx context.Context, secret *corev1.Secret) error {
	if err := r.Create(ctx, secret); err == nil {
		return nil
	}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, secret, func() error { return nil })
	return err
}

// The patch has nothing of what was updated.
func (r *Mended) sizes(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	w.Spec.Size = 3
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	_, err := controllerutil.CreateOrPatch(ctx, r, w, func() error {
		w.Status.Phase = "Sized"
		return nil
	})
	return err
}
