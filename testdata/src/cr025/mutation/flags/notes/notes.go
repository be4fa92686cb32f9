// Package notes reads the notes that pods have in their annotations.
package notes

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// Take returns the notes, and takes them out only if it is told to.
func Take(annotations map[string]string, out bool) (notes []string) {
	for key, note := range annotations {
		if !strings.HasPrefix(key, "note/") {
			continue
		}
		notes = append(notes, note)
		if out {
			delete(annotations, key)
		}
	}
	return notes
}

// Of returns the notes of a pod, and leaves them there.
func Of(pod *corev1.Pod) []string { return read(pod, true) }

func read(pod *corev1.Pod, leave bool) []string { return Take(pod.Annotations, !leave) }

// Some hands the flag on.
func Some(pod *corev1.Pod, out bool) []string {
	if len(pod.Annotations) == 0 {
		return nil
	}
	return Take(pod.Annotations, out)
}

// Force takes the notes out where there are many, whatever it is told.
func Force(annotations map[string]string, out bool) {
	out = out || len(annotations) > 9
	if out {
		clear(annotations)
	}
}

// With returns a copy with an empty note; without a key, the notes themselves.
func With(notes map[string]string, key string) map[string]string {
	if len(key) == 0 {
		return notes
	}
	out := map[string]string{key: ""}
	for k, v := range notes {
		out[k] = v
	}
	return out
}
