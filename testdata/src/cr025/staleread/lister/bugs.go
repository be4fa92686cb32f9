// Package lister has reads of client-go's informers after writes to the API server.
package lister

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	appslisters "k8s.io/client-go/listers/apps/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var deployments = schema.GroupVersionResource{Group: "apps", Version: "v1", Resource: "deployments"}

// Controller is one of client-go's kind.
type Controller struct {
	clientset   kubernetes.Interface
	dynamic     dynamic.Interface
	manager     client.Client
	configMaps  corelisters.ConfigMapLister
	pods        corelisters.PodLister
	nodes       corelisters.NodeLister
	deployments appslisters.DeploymentLister
	generic     cache.GenericLister
	secrets     cache.Indexer
}

func (c *Controller) afterUpdate(ctx context.Context, cm *corev1.ConfigMap) (string, error) {
	if _, err := c.clientset.CoreV1().ConfigMaps(cm.Namespace).Update(ctx, cm, metav1.UpdateOptions{}); err != nil {
		return "", err
	}
	now, err := c.configMaps.ConfigMaps(cm.Namespace).Get(cm.Name) // want `ConfigMap.*\[staleread/lister\]`
	if err != nil {
		return "", err
	}
	return now.ResourceVersion, nil
}

func (c *Controller) afterStatus(ctx context.Context, d *appsv1.Deployment) (int32, error) {
	d = d.DeepCopy()
	d.Status.ReadyReplicas++
	_, err := c.clientset.AppsV1().Deployments(d.Namespace).UpdateStatus(ctx, d, metav1.UpdateOptions{})
	if err != nil {
		return 0, err
	}
	d, err = c.deployments.Deployments(d.Namespace).Get(d.Name) // want `Deployment.*\[staleread/lister\]`
	if err != nil {
		return 0, err
	}
	return d.Status.ReadyReplicas, nil
}

func (c *Controller) afterCreate(ctx context.Context, pod *corev1.Pod) (int, error) {
	if _, err := c.clientset.CoreV1().Pods(pod.Namespace).Create(ctx, pod, metav1.CreateOptions{}); err != nil {
		return 0, err
	}
	all, err := c.pods.Pods(pod.Namespace).List(labels.Everything()) // want `Pod.*\[staleread/list\]`
	return len(all), err
}

func (c *Controller) afterDelete(ctx context.Context, namespace, name string) (bool, error) {
	if err := c.clientset.CoreV1().Pods(namespace).Delete(ctx, name, metav1.DeleteOptions{}); err != nil {
		return false, err
	}
	all, err := c.pods.List(labels.Everything()) // want `Pod.*\[staleread/list\]`
	return len(all) == 0, err
}

func (c *Controller) afterPatch(ctx context.Context, name string, patch []byte) (bool, error) {
	if _, err := c.clientset.CoreV1().Nodes().Patch(ctx, name, types.MergePatchType, patch, metav1.PatchOptions{}); err != nil {
		return false, err
	}
	node, err := c.nodes.Get(name) // want `Node.*\[staleread/lister\]`
	if err != nil {
		return false, err
	}
	return node.Spec.Unschedulable, nil
}

func (c *Controller) byKey(ctx context.Context, secret *corev1.Secret) (map[string][]byte, error) {
	if _, err := c.clientset.CoreV1().Secrets("vault").Update(ctx, secret, metav1.UpdateOptions{}); err != nil {
		return nil, err
	}
	obj, ok, err := c.secrets.GetByKey("vault/" + secret.Name) // want `Secret.*\[staleread/lister\]`
	if err != nil || !ok {
		return nil, err
	}
	return obj.(*corev1.Secret).Data, nil
}

func (c *Controller) byObject(ctx context.Context, secret *corev1.Secret) (map[string][]byte, error) {
	if _, err := c.clientset.CoreV1().Secrets(secret.Namespace).Update(ctx, secret, metav1.UpdateOptions{}); err != nil {
		return nil, err
	}
	obj, ok, err := c.secrets.Get(secret) // want `Secret.*\[staleread/lister\]`
	if err != nil || !ok {
		return nil, err
	}
	return obj.(*corev1.Secret).Data, nil
}

// Neither client knows of the other.
func (c *Controller) afterManager(ctx context.Context, cm *corev1.ConfigMap) (map[string]string, error) {
	if err := c.manager.Update(ctx, cm); err != nil {
		return nil, err
	}
	now, err := c.configMaps.ConfigMaps(cm.Namespace).Get(cm.Name) // want `ConfigMap.*\[staleread/lister\]`
	if err != nil {
		return nil, err
	}
	return now.Data, nil
}

// Lister and client of the namespace have variables.
func (c *Controller) inVariables(ctx context.Context, cm *corev1.ConfigMap) (int, error) {
	lister := c.configMaps.ConfigMaps(cm.Namespace)
	client := c.clientset.CoreV1().ConfigMaps(cm.Namespace)
	if err := client.Delete(ctx, cm.Name, metav1.DeleteOptions{}); err != nil {
		return 0, err
	}
	now, err := lister.Get(cm.Name) // want `ConfigMap.*\[staleread/lister\]`
	if err != nil {
		return 0, err
	}
	return len(now.Data), nil
}
