// Package tell changes what it is given.
package tell

import corev1 "k8s.io/api/core/v1"

// Seen marks a Pod.
func Seen(_ string, pod *corev1.Pod) error {
	pod.Labels["seen"] = "yes"
	return nil
}
