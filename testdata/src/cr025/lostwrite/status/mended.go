package status

import (
	"context"

	batchv1 "k8s.io/api/batch/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/lostwrite/api"
)

func (r *Reconciler) updateFirst(ctx context.Context, w *api.Widget) error {
	controllerutil.AddFinalizer(w, finalizer)
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	w.Status.Phase = "Ready"
	return r.Status().Update(ctx, w)
}

func (r *Reconciler) statusFirst(ctx context.Context, job *batchv1.Job) error {
	base := client.MergeFrom(job.DeepCopy())
	job.Status.Failed = 1
	if err := r.Status().Patch(ctx, job, base); err != nil {
		return err
	}
	base = client.MergeFrom(job.DeepCopy())
	job.Annotations = map[string]string{"state": "unknown"}
	return r.Patch(ctx, job, base)
}

func (r *Reconciler) helperFirst(ctx context.Context, w *api.Widget) error {
	if err := r.protect(ctx, w); err != nil {
		return err
	}
	setPhase(w, "Started")
	return r.Status().Update(ctx, w)
}
