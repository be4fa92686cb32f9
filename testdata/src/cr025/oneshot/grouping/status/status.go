// Package status writes statuses for several controllers.
package status

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
)

// Set sets the phase of a pod.
func Set(ctx context.Context, client kubernetes.Interface, pod *corev1.Pod, phase corev1.PodPhase) error {
	pod = pod.DeepCopy()
	pod.Status.Phase = phase
	_, err := client.CoreV1().Pods(pod.Namespace).UpdateStatus(ctx, pod, metav1.UpdateOptions{}) // rests
	return err
}
