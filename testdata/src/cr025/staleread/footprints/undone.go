package footprints

import (
	"context"
	"reflect"

	appsv1 "k8s.io/api/apps/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

func defaults(d *appsv1.Deployment) {
	if d.Spec.Replicas == nil {
		one := int32(1)
		d.Spec.Replicas = &one
	}
}

// What was set before is what was there, or else this isn't reached.
func (r *Reconciler) undone(ctx context.Context, key client.ObjectKey) (int32, error) {
	var d appsv1.Deployment
	if err := r.Get(ctx, key, &d); err != nil {
		return 0, err
	}
	before := d.Spec.DeepCopy()
	defaults(&d)
	if !reflect.DeepEqual(before, &d.Spec) {
		return 0, r.Update(ctx, &d)
	}
	controllerutil.AddFinalizer(&d, finalizer)
	if err := r.Update(ctx, &d); err != nil {
		return 0, err
	}
	return r.replicas(ctx, key)
}

// The same of a copy of all.
func (r *Reconciler) undoneInAll(ctx context.Context, key client.ObjectKey) (int32, error) {
	var d appsv1.Deployment
	if err := r.Get(ctx, key, &d); err != nil {
		return 0, err
	}
	before := d.DeepCopy()
	defaults(&d)
	if reflect.DeepEqual(d.Spec, before.Spec) {
		controllerutil.AddFinalizer(&d, finalizer)
		if err := r.Update(ctx, &d); err != nil {
			return 0, err
		}
		return r.replicas(ctx, key)
	}
	return 0, r.Update(ctx, &d)
}

func (r *Reconciler) replicas(ctx context.Context, key client.ObjectKey) (int32, error) {
	var d appsv1.Deployment
	if err := r.Get(ctx, key, &d); err != nil {
		return 0, err
	}
	return *d.Spec.Replicas, nil
}

// It is written where it differs.
func (r *Reconciler) done(ctx context.Context, key client.ObjectKey) (int32, error) {
	var d appsv1.Deployment
	if err := r.Get(ctx, key, &d); err != nil {
		return 0, err
	}
	before := d.Spec.DeepCopy()
	defaults(&d)
	if reflect.DeepEqual(before, &d.Spec) {
		return 0, nil
	}
	if err := r.Update(ctx, &d); err != nil {
		return 0, err
	}
	var now appsv1.Deployment
	if err := r.Get(ctx, key, &now); err != nil { // want `Deployment.*\[staleread/get\]`
		return 0, err
	}
	return *now.Spec.Replicas, nil
}

// It is compared, and then set.
func (r *Reconciler) doneAfter(ctx context.Context, key client.ObjectKey) (int32, error) {
	var d appsv1.Deployment
	if err := r.Get(ctx, key, &d); err != nil {
		return 0, err
	}
	before := d.Spec.DeepCopy()
	if !reflect.DeepEqual(before, &d.Spec) {
		return 0, nil
	}
	defaults(&d)
	if err := r.Update(ctx, &d); err != nil {
		return 0, err
	}
	var now appsv1.Deployment
	if err := r.Get(ctx, key, &now); err != nil { // want `Deployment.*\[staleread/get\]`
		return 0, err
	}
	return *now.Spec.Replicas, nil
}

// The copy is taken when it is set already.
func (r *Reconciler) doneBefore(ctx context.Context, key client.ObjectKey) (int32, error) {
	var d appsv1.Deployment
	if err := r.Get(ctx, key, &d); err != nil {
		return 0, err
	}
	defaults(&d)
	before := d.Spec.DeepCopy()
	if !reflect.DeepEqual(before, &d.Spec) {
		return 0, nil
	}
	if err := r.Update(ctx, &d); err != nil {
		return 0, err
	}
	var now appsv1.Deployment
	if err := r.Get(ctx, key, &now); err != nil { // want `Deployment.*\[staleread/get\]`
		return 0, err
	}
	return *now.Spec.Replicas, nil
}
