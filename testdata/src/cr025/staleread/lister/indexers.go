package lister

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// What comes out of an index are pods, as the function says that takes them out.
func (c *Controller) onNode(node string) ([]*corev1.Pod, error) {
	objs, err := c.secrets.ByIndex("node", node) // want `note: .*finds the corev1.Pod as long as its grace period lasts.*\[staleread/list\]`
	if err != nil {
		return nil, err
	}
	var pods []*corev1.Pod
	for _, o := range objs {
		if p := asPod(o); p != nil {
			pods = append(pods, p)
		}
	}
	return pods, nil
}

func asPod(obj any) *corev1.Pod {
	pod, _ := obj.(*corev1.Pod)
	return pod
}

func (c *Controller) drain(ctx context.Context, node string) error {
	pods, err := c.onNode(node)
	if err != nil {
		return err
	}
	for _, p := range pods {
		if err := c.clientset.CoreV1().Pods(p.Namespace).Delete(ctx, p.Name, metav1.DeleteOptions{}); err != nil {
			return err
		}
	}
	left, err := c.onNode(node)
	if err != nil || len(left) > 0 {
		return err
	}
	return c.clientset.CoreV1().Nodes().Delete(ctx, node, metav1.DeleteOptions{})
}
