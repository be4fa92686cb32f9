package weighed

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
)

func (r *R) servers(ctx context.Context, key types.NamespacedName, replicas int32) error {
	d := &appsv1.Deployment{}
	d.Namespace, d.Name = key.Namespace, key.Name
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, d, func() error {
		d.Spec.Replicas = &replicas
		return nil
	})
	return err
}

// The status is written by another controller, later: the server itself has the old one.
func (r *R) ready(ctx context.Context, w *api.Widget) error {
	key := client.ObjectKeyFromObject(w)
	if err := r.servers(ctx, key, 3); err != nil {
		return err
	}
	d := &appsv1.Deployment{}
	if err := r.Get(ctx, key, d); err != nil { // want `note: .*Deployment.*\[staleread/get\]`
		return err
	}
	if d.Status.ReadyReplicas < 1 {
		return nil
	}
	return r.Delete(ctx, w)
}

// Whether the status is that of the spec hangs on what was written.
func (r *R) current(ctx context.Context, w *api.Widget) error {
	key := client.ObjectKeyFromObject(w)
	if err := r.servers(ctx, key, 3); err != nil {
		return err
	}
	d := &appsv1.Deployment{}
	if err := r.Get(ctx, key, d); err != nil { // want `warning: .*Generation decides.*\[staleread/get\]`
		return err
	}
	if d.Status.ObservedGeneration < d.Generation {
		return nil
	}
	return r.Delete(ctx, w)
}
