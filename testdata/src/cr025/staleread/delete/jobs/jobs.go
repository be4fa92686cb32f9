// Package jobs has what several reconcilers do with jobs.
package jobs

import (
	"context"

	batchv1 "k8s.io/api/batch/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Find returns the job that is there of that name.
func Find(ctx context.Context, c client.Client, of client.Object) (*batchv1.Job, error) {
	job := &batchv1.Job{}
	if err := c.Get(ctx, client.ObjectKeyFromObject(of), job); err != nil {
		return nil, err
	}
	return job, nil
}

// Done tells whether a job has completed.
func Done(ctx context.Context, c client.Client, of client.Object) bool {
	job, err := Find(ctx, c, of)
	if err != nil {
		return false
	}
	for _, cond := range job.Status.Conditions {
		if cond.Type == batchv1.JobComplete && cond.Status == "True" {
			return true
		}
	}
	return false
}

// Exists tells whether there is a job.
func Exists(ctx context.Context, c client.Client, of client.Object) bool {
	job, err := Find(ctx, c, of)
	if err != nil {
		return false
	}
	if job.Status.Active > 0 {
		println("active")
	}
	return true
}

// Unwanted marks what is to be deleted.
const Unwanted = "example.test/unwanted"

// Ensure makes a job as it is wanted, or deletes it.
func Ensure(ctx context.Context, c client.Client, wanted *batchv1.Job) error {
	have := &batchv1.Job{}
	if err := c.Get(ctx, client.ObjectKeyFromObject(wanted), have); err != nil {
		if !apierrors.IsNotFound(err) {
			return err
		}
		if wanted.Annotations[Unwanted] == "" {
			return c.Create(ctx, wanted)
		}
		return nil
	}
	if wanted.Annotations[Unwanted] != "" {
		return c.Delete(ctx, wanted)
	}
	return nil
}
