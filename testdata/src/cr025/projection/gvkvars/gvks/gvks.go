// Package gvks collects kinds of several APIs by name.
package gvks

import (
	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// Kinds by name.
var (
	Deployment = appsv1.SchemeGroupVersion.WithKind("Deployment")
	Job        = schema.GroupVersionKind{Group: "batch", Version: "v1", Kind: "Job"}
	Gizmo      = schema.GroupVersionKind{Group: "widgets.example.com", Version: "v1", Kind: "Gadget"}
	Batch      = schema.GroupVersion{Group: "batch", Version: "v1"}
)

// Changed is set by whoever wants to.
var Changed = schema.GroupVersionKind{Group: "apps", Version: "v1", Kind: "StatefulSet"}

// Use sets the kind that is changed.
func Use(gvk schema.GroupVersionKind) { Changed = gvk }

// DaemonSet returns a kind.
func DaemonSet() schema.GroupVersionKind {
	return schema.GroupVersionKind{Group: "apps", Version: "v1", Kind: "DaemonSet"}
}
