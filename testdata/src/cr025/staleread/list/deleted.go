package list

import (
	"context"
	"errors"

	batchv1 "k8s.io/api/batch/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Jobs are cleaned up, and counted.
type Jobs struct {
	client.Client
	free int
}

// clean deletes Jobs of one component.
func (j *Jobs) clean(ctx context.Context) error {
	var done batchv1.JobList
	if err := j.List(ctx, &done, client.MatchingLabels{"app": "shop", "component": "export"}); err != nil {
		return err
	}
	for i := range done.Items {
		if err := j.Delete(ctx, &done.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

// Those of another component are counted.
func (j *Jobs) others(ctx context.Context) error {
	if err := j.clean(ctx); err != nil {
		return err
	}
	var uploads batchv1.JobList
	if err := j.List(ctx, &uploads, &client.ListOptions{LabelSelector: labels.SelectorFromSet(labels.Set{"app": "shop", "component": "upload"})}); err != nil {
		return err
	}
	if len(uploads.Items) >= j.free {
		return errors.New("busy")
	}
	return j.start(ctx)
}

// Those of the same component are counted.
func (j *Jobs) same(ctx context.Context) error {
	if err := j.clean(ctx); err != nil {
		return err
	}
	var exports batchv1.JobList
	if err := j.List(ctx, &exports, client.MatchingLabels{"component": "export"}); err != nil { // want `warning: .*Jobs.*the deleted object may still be there.*\[staleread/list\]`
		return err
	}
	if len(exports.Items) >= j.free {
		return j.wait(ctx)
	}
	return j.start(ctx)
}

// Whose labels the deleted one has isn't known.
func (j *Jobs) unknown(ctx context.Context, name string) error {
	if err := j.Delete(ctx, &batchv1.Job{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: name}}); err != nil {
		return err
	}
	var exports batchv1.JobList
	if err := j.List(ctx, &exports, client.MatchingLabels{"component": "export"}); err != nil { // want `note: .*Jobs.*the deleted object may still be there.*\[staleread/list\]`
		return err
	}
	if len(exports.Items) >= j.free {
		return j.wait(ctx)
	}
	return j.start(ctx)
}

// All are counted.
func (j *Jobs) all(ctx context.Context, name string) error {
	if err := j.Delete(ctx, &batchv1.Job{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: name}}); err != nil {
		return err
	}
	var jobs batchv1.JobList
	if err := j.List(ctx, &jobs, client.InNamespace("shop")); err != nil { // want `warning: .*Jobs.*the deleted object may still be there.*\[staleread/list\]`
		return err
	}
	if len(jobs.Items) >= j.free {
		return j.wait(ctx)
	}
	return j.start(ctx)
}

// All of another component are deleted at once.
func (j *Jobs) otherAtOnce(ctx context.Context) error {
	if err := j.DeleteAllOf(ctx, &batchv1.Job{}, client.InNamespace("shop"), client.MatchingLabels{"component": "upload"}); err != nil {
		return err
	}
	var exports batchv1.JobList
	if err := j.List(ctx, &exports, client.MatchingLabels{"component": "export"}); err != nil {
		return err
	}
	if len(exports.Items) >= j.free {
		return j.wait(ctx)
	}
	return j.start(ctx)
}

// All of the component are deleted at once.
func (j *Jobs) sameAtOnce(ctx context.Context) error {
	if err := j.DeleteAllOf(ctx, &batchv1.Job{}, client.InNamespace("shop"), client.MatchingLabels{"component": "export"}); err != nil {
		return err
	}
	var exports batchv1.JobList
	if err := j.List(ctx, &exports, client.MatchingLabels{"component": "export"}); err != nil { // want `warning: .*Jobs.*\[staleread/list\]`
		return err
	}
	if len(exports.Items) >= j.free {
		return j.wait(ctx)
	}
	return j.start(ctx)
}

func (j *Jobs) start(ctx context.Context) error {
	return j.Create(ctx, &batchv1.Job{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "next", Labels: map[string]string{"component": "next"}}})
}

func (j *Jobs) wait(ctx context.Context) error {
	return j.Create(ctx, &batchv1.CronJob{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "later"}})
}
