package delete

import (
	"context"

	batchv1 "k8s.io/api/batch/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/delete/jobs"
)

// Runner runs jobs.
type Runner struct{ client.Client }

// The helper may delete what is there.
func (r *Runner) anew(ctx context.Context, w *api.Widget, job *batchv1.Job) error {
	if err := jobs.Ensure(ctx, r.Client, job); err != nil {
		return err
	}
	return r.finish(ctx, w, jobs.Done(ctx, r.Client, job)) // want `the Get in jobs.Find .* after the Delete in jobs.Ensure .*\[staleread/delete\]`
}

// What has just been found to be missing is not deleted; and what was just created is not done, as little as what isn't there.
func (r *Runner) first(ctx context.Context, w *api.Widget, job *batchv1.Job) error {
	if _, err := jobs.Find(ctx, r.Client, job); err != nil {
		if !apierrors.IsNotFound(err) {
			return err
		}
		if err := jobs.Ensure(ctx, r.Client, job); err != nil {
			return err
		}
	}
	return r.finish(ctx, w, jobs.Done(ctx, r.Client, job))
}

// It has been made since.
func (r *Runner) between(ctx context.Context, w *api.Widget, job *batchv1.Job) error {
	if _, err := jobs.Find(ctx, r.Client, job); apierrors.IsNotFound(err) {
		if err := r.Create(ctx, job.DeepCopy()); err != nil {
			return err
		}
		if err := jobs.Ensure(ctx, r.Client, job); err != nil { // want `the Get in jobs.Ensure .* after the Create .*\[staleread/get\]`
			return err
		}
	}
	return r.finish(ctx, w, jobs.Done(ctx, r.Client, job)) // want `the Get in jobs.Find .* after the Delete in jobs.Ensure .*\[staleread/delete\]`
}

// Another one is missing.
func (r *Runner) another(ctx context.Context, w *api.Widget, job, other *batchv1.Job) error {
	if _, err := jobs.Find(ctx, r.Client, other); apierrors.IsNotFound(err) {
		if err := jobs.Ensure(ctx, r.Client, job); err != nil {
			return err
		}
	}
	return r.finish(ctx, w, jobs.Done(ctx, r.Client, job)) // want `the Get in jobs.Find .* after the Delete in jobs.Ensure .*\[staleread/delete\]`
}

// Whether it is there is another thing than whether it is done.
func (r *Runner) there(ctx context.Context, w *api.Widget, job *batchv1.Job) error {
	if err := r.Create(ctx, job); err != nil {
		return err
	}
	return r.finish(ctx, w, jobs.Exists(ctx, r.Client, job)) // want `the Get in jobs.Find .* after the Create .*\[staleread/get\]`
}

// The same in one package: what was just made is no more done than what isn't there.
func (r *Runner) own(ctx context.Context, w *api.Widget, job *batchv1.Job) error {
	if err := r.Create(ctx, job); err != nil {
		return err
	}
	return r.finish(ctx, w, r.done(ctx, client.ObjectKeyFromObject(job)))
}

func (r *Runner) done(ctx context.Context, key client.ObjectKey) bool {
	job := &batchv1.Job{}
	if err := r.Get(ctx, key, job); err != nil {
		return false
	}
	return job.Status.Succeeded > 0
}

// What was created with it is looked at.
func (r *Runner) paused(ctx context.Context, w *api.Widget, job *batchv1.Job) error {
	if err := r.Create(ctx, job); err != nil {
		return err
	}
	return r.finish(ctx, w, r.isPaused(ctx, client.ObjectKeyFromObject(job)))
}

func (r *Runner) isPaused(ctx context.Context, key client.ObjectKey) bool {
	job := &batchv1.Job{}
	if err := r.Get(ctx, key, job); err != nil { // want `Get after the Create .*\[staleread/get\]`
		return false
	}
	return job.Spec.Suspend != nil && *job.Spec.Suspend
}

func (r *Runner) finish(ctx context.Context, w *api.Widget, done bool) error {
	if !done {
		return nil
	}
	w.Status.Phase = "Done"
	return r.Status().Update(ctx, w)
}
