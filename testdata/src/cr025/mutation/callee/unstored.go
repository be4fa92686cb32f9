package callee

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// upsert changes what isn't stored yet, and copies what is.
func (c *Controller) upsert(ctx context.Context, pod *corev1.Pod, node string) error {
	if pod.UID == "" {
		pod.Spec.NodeName = node
		_, err := c.clientset.CoreV1().Pods(pod.Namespace).Create(ctx, pod, metav1.CreateOptions{})
		return err
	}
	stored := pod.DeepCopy()
	stored.Spec.NodeName = node
	_, err := c.clientset.CoreV1().Pods(pod.Namespace).Update(ctx, stored, metav1.UpdateOptions{})
	return err
}

// moves changes those that are stored.
func moves(pod *corev1.Pod, node string) {
	if pod.GetResourceVersion() != "" {
		pod.Spec.NodeName = node
	}
}

func (c *Controller) places(ctx context.Context, name, node string) error {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		pod = &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: name}}
	}
	return c.upsert(ctx, pod, node)
}

func (c *Controller) removes(name, node string) {
	if pod, err := c.pods.Pods("shop").Get(name); err == nil {
		moves(pod, node) // want `callee.moves \(unstored.go:\d+\) changes Spec.NodeName of the corev1.Pod.*\[mutation/callee\]`
	}
}
