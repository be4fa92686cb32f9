package publish

import (
	"context"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/ctrllint/ctrllint/examples/operator/api/v1alpha1"
)

// warmUp runs a Job that asks for each page once. A failed one is replaced.
func (p *Publisher) warmUp(ctx context.Context, site *v1alpha1.Website) error {
	key := client.ObjectKey{Namespace: site.Namespace, Name: site.Name + "-warm-up"}
	job := &batchv1.Job{}
	err := p.Get(ctx, key, job)
	if err == nil && job.Status.Failed > 0 {
		if err := p.Delete(ctx, job, client.PropagationPolicy(metav1.DeletePropagationBackground)); err != nil {
			return client.IgnoreNotFound(err)
		}
		err = p.Get(ctx, key, job)
	}
	if apierrors.IsNotFound(err) {
		return p.Create(ctx, warmUpJob(site, key))
	}
	return err
}

func warmUpJob(site *v1alpha1.Website, key client.ObjectKey) *batchv1.Job {
	return &batchv1.Job{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: key.Namespace,
			Name:      key.Name,
			Labels:    map[string]string{v1alpha1.WebsiteLabel: site.Name},
		},
		Spec: batchv1.JobSpec{Template: corev1.PodTemplateSpec{Spec: corev1.PodSpec{
			RestartPolicy: corev1.RestartPolicyNever,
			Containers:    []corev1.Container{{Name: "warm-up", Image: site.Spec.Image}},
		}}},
	}
}
