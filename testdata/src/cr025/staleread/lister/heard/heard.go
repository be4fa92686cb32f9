// Package heard shows in a Service's status what it makes for it, and hears of some of that.
package heard

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	appsinformers "k8s.io/client-go/informers/apps/v1"
	batchinformers "k8s.io/client-go/informers/batch/v1"
	"k8s.io/client-go/kubernetes"
	appslisters "k8s.io/client-go/listers/apps/v1"
	batchlisters "k8s.io/client-go/listers/batch/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// Controller runs a Deployment and a Job for each Service.
type Controller struct {
	clientset   kubernetes.Interface
	deployments appslisters.DeploymentLister
	jobs        batchlisters.JobLister
	queue       workqueue.TypedRateLimitingInterface[string]
	made        int
}

// New has it hear of Deployments; of Jobs it only counts how many there are.
func New(clientset kubernetes.Interface, deployments appsinformers.DeploymentInformer, jobs batchinformers.JobInformer, queue workqueue.TypedRateLimitingInterface[string]) (*Controller, error) {
	c := &Controller{clientset: clientset, deployments: deployments.Lister(), jobs: jobs.Lister(), queue: queue}
	if _, err := deployments.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.enqueue}); err != nil {
		return nil, err
	}
	_, err := jobs.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.count})
	return c, err
}

func (c *Controller) enqueue(obj any) {
	if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
		c.queue.Add(key)
	}
}

func (c *Controller) count(any) { c.made++ }

// The event of the Deployment brings the next round, which shows it.
func (c *Controller) run(ctx context.Context, s *corev1.Service) error {
	d, err := c.deployments.Deployments(s.Namespace).Get(s.Name)
	if apierrors.IsNotFound(err) {
		made := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: s.Namespace, Name: s.Name}}
		if _, err = c.clientset.AppsV1().Deployments(s.Namespace).Create(ctx, made, metav1.CreateOptions{}); err != nil {
			return err
		}
	} else if err != nil {
		return err
	}
	d, err = c.deployments.Deployments(s.Namespace).Get(s.Name) // want `^note: Get after the Create .*\[staleread/lister\]`
	if err == nil {
		if err = c.show(ctx, s, d.Status.ReadyReplicas > 0); err != nil {
			return err
		}
	}
	return nil
}

func (c *Controller) show(ctx context.Context, s *corev1.Service, ready bool) error {
	shown := s.DeepCopy()
	shown.Status.Conditions = []metav1.Condition{{Type: "Ready", Status: metav1.ConditionFalse}}
	if ready {
		shown.Status.Conditions[0].Status = metav1.ConditionTrue
	}
	_, err := c.clientset.CoreV1().Services(s.Namespace).UpdateStatus(ctx, shown, metav1.UpdateOptions{})
	return err
}

// Nobody comes again for the Job.
func (c *Controller) prepare(ctx context.Context, s *corev1.Service) error {
	j, err := c.jobs.Jobs(s.Namespace).Get(s.Name)
	if apierrors.IsNotFound(err) {
		made := &batchv1.Job{ObjectMeta: metav1.ObjectMeta{Namespace: s.Namespace, Name: s.Name}}
		if _, err = c.clientset.BatchV1().Jobs(s.Namespace).Create(ctx, made, metav1.CreateOptions{}); err != nil {
			return err
		}
	} else if err != nil {
		return err
	}
	j, err = c.jobs.Jobs(s.Namespace).Get(s.Name) // want `^warning: Get after the Create .*as if there were none.*\[staleread/lister\]`
	if err == nil {
		if err = c.show(ctx, s, j.Status.Succeeded > 0); err != nil {
			return err
		}
	}
	return nil
}

// What is left isn't a status, but what makes the Service select the Pods.
func (c *Controller) route(ctx context.Context, s *corev1.Service) error {
	d, err := c.deployments.Deployments(s.Namespace).Get(s.Name)
	if apierrors.IsNotFound(err) {
		made := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: s.Namespace, Name: s.Name}}
		if _, err = c.clientset.AppsV1().Deployments(s.Namespace).Create(ctx, made, metav1.CreateOptions{}); err != nil {
			return err
		}
	} else if err != nil {
		return err
	}
	d, err = c.deployments.Deployments(s.Namespace).Get(s.Name) // want `^warning: Get after the Create .*\[staleread/lister\]`
	if err == nil {
		routed := s.DeepCopy()
		routed.Spec.Selector = d.Spec.Selector.MatchLabels
		if _, err = c.clientset.CoreV1().Services(s.Namespace).Update(ctx, routed, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}
