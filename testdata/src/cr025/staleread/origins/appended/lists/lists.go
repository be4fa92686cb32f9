// Package lists says which kinds are better not kept in memory.
package lists

import (
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Large are those of which objects may be large.
func Large() []client.Object {
	return []client.Object{&corev1.ConfigMap{}}
}

// Spared are those, and those with what nobody else is to know.
func Spared() []client.Object {
	return append(Large(), &corev1.Secret{})
}
