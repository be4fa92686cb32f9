package lister

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// A helper updates the status of a copy, which keeps its name.
func (c *Controller) marks(ctx context.Context, d *appsv1.Deployment) error {
	d.Status.ObservedGeneration = d.Generation
	_, err := c.clientset.AppsV1().Deployments(d.Namespace).UpdateStatus(ctx, d, metav1.UpdateOptions{})
	return err
}

func (c *Controller) marksCopy(ctx context.Context, d *appsv1.Deployment) (bool, error) {
	if err := c.marks(ctx, d.DeepCopy()); err != nil {
		return false, err
	}
	now, err := c.deployments.Deployments(d.Namespace).Get(d.Name) // want `Deployment.*\[staleread/lister\]`
	if err != nil {
		return false, err
	}
	return now.Status.ObservedGeneration == d.Generation, nil
}

// Of another name it is another one.
func (c *Controller) marksOther(ctx context.Context, d *appsv1.Deployment) (bool, error) {
	if err := c.marks(ctx, d.DeepCopy()); err != nil {
		return false, err
	}
	now, err := c.deployments.Deployments(d.Namespace).Get(d.Name + "-canary")
	if err != nil {
		return false, err
	}
	return now.Status.ObservedGeneration == d.Generation, nil
}
