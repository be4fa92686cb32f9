// Package stamp changes what it is given.
package stamp

import (
	corev1 "k8s.io/api/core/v1"
)

// Labels marks a pod.
func Labels(pod *corev1.Pod) { pod.Labels = map[string]string{"stamped": "yes"} }
