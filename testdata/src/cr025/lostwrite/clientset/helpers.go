package clientset

import (
	"context"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// ready is a helper for tests, with a clientset that stores everything; volcano-sh/volcano has the like in the package of
// its sharding controller.
func (c *Controller) ready(t testing.TB, pod *corev1.Pod) {
	t.Helper()
	pod.Status.Message = "ready"
	if _, err := c.clientset.CoreV1().Pods(pod.Namespace).Update(context.Background(), pod, metav1.UpdateOptions{}); err != nil {
		t.Fatal(err)
	}
}
