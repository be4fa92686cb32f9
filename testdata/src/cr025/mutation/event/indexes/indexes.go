// Package indexes has functions by which other packages have objects indexed.
package indexes

import (
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// ByZone changes the object that it is given.
func ByZone(obj client.Object) []string {
	node := obj.(*corev1.Node)
	if node.Labels["zone"] == "" {
		node.Labels["zone"] = "none"
	}
	return []string{node.Labels["zone"]}
}

// ByPool doesn't.
func ByPool(obj client.Object) []string {
	pool := obj.GetLabels()["pool"]
	if pool == "" {
		pool = "none"
	}
	return []string{pool}
}
