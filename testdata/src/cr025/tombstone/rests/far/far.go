// Package far is what package rests calls.
package far

import corev1 "k8s.io/api/core/v1"

// Name returns the name of a Pod.
func Name(obj any) string {
	return obj.(*corev1.Pod).Name // rests
}
