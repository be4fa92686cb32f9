// Package handled has a controller made of informers, which hears of the Deployments that it makes, but not of the ConfigMaps.
package handled

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	appslisters "k8s.io/client-go/listers/apps/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// Controller has a Deployment and a ConfigMap for each Job that waits.
type Controller struct {
	clients     kubernetes.Interface
	deployments appslisters.DeploymentLister
	configs     corelisters.ConfigMapLister
	queue       workqueue.TypedRateLimitingInterface[string]
}

// New makes one.
func New(clients kubernetes.Interface, factory informers.SharedInformerFactory, queue workqueue.TypedRateLimitingInterface[string]) (*Controller, error) {
	deployments, configs := factory.Apps().V1().Deployments(), factory.Core().V1().ConfigMaps()
	c := &Controller{clients: clients, deployments: deployments.Lister(), configs: configs.Lister(), queue: queue}
	_, err := deployments.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    c.enqueue,
		UpdateFunc: func(_, obj any) { c.enqueue(obj) },
		DeleteFunc: c.enqueue,
	})
	return c, err
}

func (c *Controller) enqueue(obj any) {
	if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
		c.queue.Add(key)
	}
}

// The Deployment's event brings the next round, which shows how it is.
func (c *Controller) sync(ctx context.Context, namespace, name string) error {
	d, err := c.deployments.Deployments(namespace).Get(name)
	if apierrors.IsNotFound(err) {
		d = &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name}}
		if _, err := c.clients.AppsV1().Deployments(namespace).Create(ctx, d, metav1.CreateOptions{}); err != nil {
			return err
		}
	} else if err != nil {
		return err
	}
	made, err := c.deployments.Deployments(namespace).Get(name) // want `^note: Get after the Create.*Deployment.*\[staleread/lister\]`
	if err != nil {
		return nil
	}
	return c.report(ctx, namespace, name, made.Name)
}

// Of a ConfigMap nobody hears.
func (c *Controller) syncConfig(ctx context.Context, namespace, name string) error {
	cm, err := c.configs.ConfigMaps(namespace).Get(name)
	if apierrors.IsNotFound(err) {
		cm = &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name}}
		if _, err := c.clients.CoreV1().ConfigMaps(namespace).Create(ctx, cm, metav1.CreateOptions{}); err != nil {
			return err
		}
	} else if err != nil {
		return err
	}
	made, err := c.configs.ConfigMaps(namespace).Get(name) // want `^warning: Get after the Create.*ConfigMap.*\[staleread/lister\]`
	if err != nil {
		return nil
	}
	return c.report(ctx, namespace, name, made.Name)
}

func (c *Controller) report(ctx context.Context, namespace, name, made string) error {
	job, err := c.clients.BatchV1().Jobs(namespace).Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	job.Status.Conditions[0].Message = made
	_, err = c.clients.BatchV1().Jobs(namespace).UpdateStatus(ctx, job, metav1.UpdateOptions{})
	return err
}
