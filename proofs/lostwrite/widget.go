// Package lostwrite has the bugs that the check of that name flags, each beside its mended twin, as methods that are run
// against an API server and against controller-runtime's fake client.
package lostwrite

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status

// Widget is a custom resource whose status is a subresource.
type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Size   int    `json:"size,omitempty"`
	Status Status `json:"status,omitempty"`
}

// Status says what is there.
type Status struct {
	Phase string `json:"phase,omitempty"`
}

// WidgetList is a list of Widgets.
type WidgetList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Widget `json:"items"`
}

// DeepCopy copies the Widget.
func (w *Widget) DeepCopy() *Widget {
	return &Widget{w.TypeMeta, *w.ObjectMeta.DeepCopy(), w.Size, w.Status}
}

// DeepCopyObject implements runtime.Object.
func (w *Widget) DeepCopyObject() runtime.Object { return w.DeepCopy() }

// DeepCopyObject implements runtime.Object.
func (l *WidgetList) DeepCopyObject() runtime.Object {
	out := &WidgetList{TypeMeta: l.TypeMeta, ListMeta: *l.ListMeta.DeepCopy()}
	for i := range l.Items {
		out.Items = append(out.Items, *l.Items[i].DeepCopy())
	}
	return out
}

// GroupVersion is that of Widgets.
var GroupVersion = schema.GroupVersion{Group: "shop.example.com", Version: "v1"}
