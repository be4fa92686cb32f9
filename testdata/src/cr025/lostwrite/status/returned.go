package status

import (
	"context"

	batchv1 "k8s.io/api/batch/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/lostwrite/api"
)

// The function that CreateOrUpdate is given is one that a method returns.
func (r *Reconciler) returned(ctx context.Context, name string, size int) error {
	w := &api.Widget{ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "default"}}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, w, r.mutate(w, size)) // want `this CreateOrUpdate does not store the change of Status.Phase: the API server keeps the status of the api.Widget apart`
	return err
}

func (r *Reconciler) mutate(w *api.Widget, size int) controllerutil.MutateFn {
	return func() error {
		w.Spec.Size = size
		w.Status.Phase = "Ready" // rests
		return nil
	}
}

// The status is written afterwards.
func (r *Reconciler) returnedMended(ctx context.Context, name string, size int) error {
	w := &api.Widget{ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "default"}}
	if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, w, r.spec(w, size)); err != nil {
		return err
	}
	w.Status.Phase = "Ready"
	return r.Status().Update(ctx, w)
}

func (r *Reconciler) spec(w *api.Widget, size int) controllerutil.MutateFn {
	return func() error {
		w.Spec.Size = size
		return nil
	}
}

// The function that is returned sets the status of the owner, which is written later.
func (r *Reconciler) returnedOfOwner(ctx context.Context, w *api.Widget) error {
	job := &batchv1.Job{ObjectMeta: metav1.ObjectMeta{Name: w.Name, Namespace: w.Namespace}}
	if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, job, started(job, w)); err != nil {
		return err
	}
	return r.Status().Update(ctx, w)
}

func started(job *batchv1.Job, w *api.Widget) controllerutil.MutateFn {
	return func() error {
		job.Labels = map[string]string{"a": "b"}
		w.Status.Phase = "Started"
		return nil
	}
}
