package lister

import (
	"context"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
)

// The call returns what there is now.
func (c *Controller) usesResult(ctx context.Context, cm *corev1.ConfigMap) (string, error) {
	now, err := c.clientset.CoreV1().ConfigMaps(cm.Namespace).Update(ctx, cm, metav1.UpdateOptions{})
	if err != nil {
		return "", err
	}
	return now.ResourceVersion, nil
}

// The API server is asked.
func (c *Controller) asksServer(ctx context.Context, d *appsv1.Deployment) (int32, error) {
	api := c.clientset.AppsV1().Deployments(d.Namespace)
	if _, err := api.UpdateStatus(ctx, d, metav1.UpdateOptions{}); err != nil {
		return 0, err
	}
	d, err := api.Get(ctx, d.Name, metav1.GetOptions{})
	if err != nil {
		return 0, err
	}
	return d.Status.ReadyReplicas, nil
}

// The list comes first.
func (c *Controller) listsFirst(ctx context.Context, pod *corev1.Pod) (int, error) {
	all, err := c.pods.Pods(pod.Namespace).List(labels.Everything())
	if err != nil {
		return 0, err
	}
	if _, err := c.clientset.CoreV1().Pods(pod.Namespace).Create(ctx, pod, metav1.CreateOptions{}); err != nil {
		return 0, err
	}
	return len(all) + 1, nil
}

func (c *Controller) listsLive(ctx context.Context, namespace, name string) (bool, error) {
	if err := c.clientset.CoreV1().Pods(namespace).Delete(ctx, name, metav1.DeleteOptions{}); err != nil {
		return false, err
	}
	all, err := c.clientset.CoreV1().Pods("").List(ctx, metav1.ListOptions{})
	if err != nil {
		return false, err
	}
	return len(all.Items) == 0, nil
}

func (c *Controller) waits(ctx context.Context, name string, patch []byte) error {
	written, err := c.clientset.CoreV1().Nodes().Patch(ctx, name, types.MergePatchType, patch, metav1.PatchOptions{})
	if err != nil {
		return err
	}
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(context.Context) (bool, error) {
		node, err := c.nodes.Get(name)
		return err == nil && node.ResourceVersion == written.ResourceVersion, nil
	})
}
