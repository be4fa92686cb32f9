// Package v1 declares an API the way that generators do, with variables for its kinds.
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// The API.
var (
	GroupVersion = schema.GroupVersion{Group: "widgets.example.com", Version: "v1"}

	WidgetKind = GroupVersion.WithKind("Widget")
	GadgetKind = schema.GroupVersionKind{Group: GroupVersion.Group, Version: GroupVersion.Version, Kind: "Gadget"}
)

// A Widget is an object.
type Widget struct {
	metav1.TypeMeta
	metav1.ObjectMeta
	Spec struct{ Size int }
}

// DeepCopyObject copies the object.
func (w *Widget) DeepCopyObject() runtime.Object { out := *w; return &out }

// A Gadget is another.
type Gadget struct {
	metav1.TypeMeta
	metav1.ObjectMeta
	Spec struct{ Size int }
}

// DeepCopyObject copies the object.
func (g *Gadget) DeepCopyObject() runtime.Object { out := *g; return &out }
