package list

import (
	"context"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
)

// Scrubber has a job clean up after a widget, and lets go of the widget when that is done.
type Scrubber struct {
	client.Client
}

const scrubbing = "example.com/scrubbing"

func (s *Scrubber) scrub(ctx context.Context, w *api.Widget) error {
	job := &batchv1.Job{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name + "-scrub", Labels: map[string]string{"widget": w.Name}}}
	return client.IgnoreAlreadyExists(s.Create(ctx, job))
}

func (s *Scrubber) release(ctx context.Context, w *api.Widget) error {
	controllerutil.RemoveFinalizer(w, scrubbing)
	return s.Update(ctx, w)
}

// The job that was just made is not in the list, so that none seems to run.
func (s *Scrubber) finish(ctx context.Context, w *api.Widget) error {
	if err := s.scrub(ctx, w); err != nil {
		return err
	}
	busy, err := s.busy(ctx, w)
	if err != nil || busy {
		return err
	}
	return s.release(ctx, w)
}

func (s *Scrubber) busy(ctx context.Context, w *api.Widget) (bool, error) {
	var jobs batchv1.JobList
	if err := s.List(ctx, &jobs, client.InNamespace(w.Namespace), client.MatchingLabels{"widget": w.Name}); err != nil { // want `warning: .*the new object may be missing, and how many there are decides what is done.*\[staleread/list\]`
		return false, err
	}
	for i := range jobs.Items {
		if jobs.Items[i].Status.CompletionTime == nil {
			return true, nil
		}
	}
	return false, nil
}

// The same within one function, which asks a helper that finds no condition.
func (s *Scrubber) await(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	if err := s.scrub(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	var jobs batchv1.JobList
	if err := s.List(ctx, &jobs, client.InNamespace(w.Namespace), client.MatchingLabels{"widget": w.Name}); err != nil { // want `warning: .*the new object may be missing, and how many there are decides what is done.*\[staleread/list\]`
		return ctrl.Result{}, err
	}
	for _, job := range jobs.Items {
		if !complete(&job) {
			return ctrl.Result{Requeue: true}, nil
		}
	}
	return ctrl.Result{}, s.release(ctx, w)
}

func complete(job *batchv1.Job) bool {
	for _, c := range job.Status.Conditions {
		if c.Type == batchv1.JobComplete && c.Status == corev1.ConditionTrue {
			return true
		}
	}
	return false
}

// The same with a variable that notes one which isn't done.
func (s *Scrubber) note(ctx context.Context, w *api.Widget) error {
	if err := s.scrub(ctx, w); err != nil {
		return err
	}
	var jobs batchv1.JobList
	if err := s.List(ctx, &jobs, client.InNamespace(w.Namespace), client.MatchingLabels{"widget": w.Name}); err != nil { // want `warning: .*the new object may be missing, and how many there are decides what is done.*\[staleread/list\]`
		return err
	}
	all := true
	for _, job := range jobs.Items {
		if job.Status.Succeeded == 0 {
			all = false
		}
	}
	if !all {
		return nil
	}
	return s.release(ctx, w)
}

// Who was just made is in no list yet: the next reconcile asks.
func (s *Scrubber) mended(ctx context.Context, w *api.Widget) error {
	busy, err := s.busy(ctx, w)
	if err != nil || busy {
		return err
	}
	return s.scrub(ctx, w)
}

// A job that has failed is what is looked for, which a new one hasn't.
func (s *Scrubber) failed(ctx context.Context, w *api.Widget) error {
	if err := s.scrub(ctx, w); err != nil {
		return err
	}
	var jobs batchv1.JobList
	if err := s.List(ctx, &jobs, client.InNamespace(w.Namespace), client.MatchingLabels{"widget": w.Name}); err != nil {
		return err
	}
	for _, job := range jobs.Items {
		if job.Status.Failed > 0 {
			return s.release(ctx, w)
		}
	}
	return nil
}

// What isn't done yet is passed over.
func (s *Scrubber) cleanUp(ctx context.Context, w *api.Widget) error {
	if err := s.scrub(ctx, w); err != nil {
		return err
	}
	var jobs batchv1.JobList
	if err := s.List(ctx, &jobs, client.InNamespace(w.Namespace), client.MatchingLabels{"widget": w.Name}); err != nil {
		return err
	}
	for i := range jobs.Items {
		if jobs.Items[i].Status.CompletionTime == nil {
			continue
		}
		if err := s.Delete(ctx, &jobs.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

// The one that is complete is what is looked for, by a helper that finds no condition in a new one.
func (s *Scrubber) onComplete(ctx context.Context, w *api.Widget) error {
	if err := s.scrub(ctx, w); err != nil {
		return err
	}
	var jobs batchv1.JobList
	if err := s.List(ctx, &jobs, client.InNamespace(w.Namespace), client.MatchingLabels{"widget": w.Name}); err != nil { // want `note: .*the new object may be missing; count.*\[staleread/list\]`
		return err
	}
	for i := range jobs.Items {
		if complete(&jobs.Items[i]) {
			return s.release(ctx, w)
		}
	}
	return nil
}

// The first one that isn't done is what something is done with: a new one has its turn when its event comes.
func (s *Scrubber) first(ctx context.Context, w *api.Widget) error {
	if err := s.scrub(ctx, w); err != nil {
		return err
	}
	var jobs batchv1.JobList
	if err := s.List(ctx, &jobs, client.InNamespace(w.Namespace), client.MatchingLabels{"widget": w.Name}); err != nil { // want `note: .*the new object may be missing; count.*\[staleread/list\]`
		return err
	}
	for i := range jobs.Items {
		if jobs.Items[i].Status.StartTime == nil {
			jobs.Items[i].Labels["started"] = "yes"
			return s.Update(ctx, &jobs.Items[i])
		}
	}
	return nil
}

// That there is one is told, and nothing is done if there is none.
func (s *Scrubber) waiting(ctx context.Context, w *api.Widget) error {
	if err := s.scrub(ctx, w); err != nil {
		return err
	}
	var jobs batchv1.JobList
	if err := s.List(ctx, &jobs, client.InNamespace(w.Namespace), client.MatchingLabels{"widget": w.Name}); err != nil { // want `note: .*the new object may be missing; count.*\[staleread/list\]`
		return err
	}
	waits := false
	for _, job := range jobs.Items {
		if job.Status.StartTime == nil {
			waits = true
		}
	}
	if waits {
		w.Status.Phase = "Waiting"
		return s.Status().Update(ctx, w)
	}
	return nil
}

// A job that was just made doesn't come to be asked whether it has begun.
func (s *Scrubber) stuck(ctx context.Context, w *api.Widget) error {
	if err := s.scrub(ctx, w); err != nil {
		return err
	}
	var jobs batchv1.JobList
	if err := s.List(ctx, &jobs, client.InNamespace(w.Namespace), client.MatchingLabels{"widget": w.Name}); err != nil { // want `note: .*the new object may be missing; count.*\[staleread/list\]`
		return err
	}
	for _, job := range jobs.Items {
		if time.Since(job.CreationTimestamp.Time) < time.Hour {
			continue
		}
		if job.Status.StartTime == nil {
			return nil
		}
	}
	return s.release(ctx, w)
}
