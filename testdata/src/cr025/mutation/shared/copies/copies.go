// Package copies has functions that return shallow copies, some with maps and slices of their own.
package copies

import (
	"maps"

	corev1 "k8s.io/api/core/v1"
)

// Own returns a copy that has labels and volumes of its own.
func Own(pod *corev1.Pod) *corev1.Pod {
	mine := *pod
	mine.Labels = maps.Clone(pod.Labels)
	if mine.Labels == nil {
		mine.Labels = map[string]string{}
	}
	mine.Spec.Volumes = append([]corev1.Volume(nil), pod.Spec.Volumes...)
	return &mine
}

// Perhaps returns a copy that has labels of its own if the pod has none.
func Perhaps(pod *corev1.Pod) *corev1.Pod {
	mine := *pod
	if mine.Labels == nil {
		mine.Labels = map[string]string{}
	}
	return &mine
}
