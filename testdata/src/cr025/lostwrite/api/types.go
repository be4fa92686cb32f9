// Package api has the kinds that the fixtures of this folder reconcile.
package api

import (
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name="Phase",type=string,JSONPath=`.status.phase`

// Widget is made of Gadgets. Its status is a subresource.
type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   Spec   `json:"spec,omitempty"`
	Status Status `json:"status,omitempty"`
}

// WidgetList is a list of Widgets.
type WidgetList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Widget `json:"items"`
}

// DeepCopyObject implements runtime.Object.
func (l *WidgetList) DeepCopyObject() runtime.Object {
	out := &WidgetList{l.TypeMeta, *l.ListMeta.DeepCopy(), nil}
	for _, w := range l.Items {
		out.Items = append(out.Items, *w.DeepCopy())
	}
	return out
}

// Spec says what is wanted.
type Spec struct {
	Size  int      `json:"size,omitempty"`
	Hosts []string `json:"hosts,omitempty"`
	// Parent is what it is a part of.
	Parent *Widget `json:"-"`
	// Rooms are by name.
	Rooms map[string]*Room `json:"rooms,omitempty"`
}

// Room is a part of a Widget.
type Room struct {
	Size int `json:"size,omitempty"`
}

// Status says what is there.
type Status struct {
	Phase      string             `json:"phase,omitempty"`
	Made       int                `json:"made,omitempty"`
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// DeepCopyInto copies the Status.
func (s *Status) DeepCopyInto(out *Status) { *out = status(*s) }

// SetConditions sets the conditions.
func (w *Widget) SetConditions(conditions []metav1.Condition) { w.Status.Conditions = conditions }

// Gadget is a part. One write stores all of it.
// +kubebuilder:object:root=true
type Gadget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   Spec   `json:"spec,omitempty"`
	Status Status `json:"status,omitempty"`
}

// Gizmo is a kind of which the source does not tell whether the status is a subresource.
type Gizmo struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   Spec   `json:"spec,omitempty"`
	Status Status `json:"status,omitempty"`
}

func meta(m metav1.ObjectMeta) metav1.ObjectMeta { return *m.DeepCopy() }

func spec(s Spec) Spec { return Spec{s.Size, slices.Clone(s.Hosts), s.Parent, rooms(s.Rooms)} }

func rooms(of map[string]*Room) map[string]*Room {
	out := map[string]*Room{}
	for name, room := range of {
		out[name] = &Room{room.Size}
	}
	return out
}

func status(s Status) Status { return Status{s.Phase, s.Made, slices.Clone(s.Conditions)} }

// DeepCopy copies the Widget.
func (w *Widget) DeepCopy() *Widget {
	return &Widget{w.TypeMeta, meta(w.ObjectMeta), spec(w.Spec), status(w.Status)}
}

// DeepCopyObject implements runtime.Object.
func (w *Widget) DeepCopyObject() runtime.Object { return w.DeepCopy() }

// DeepCopy copies the Gadget.
func (g *Gadget) DeepCopy() *Gadget {
	return &Gadget{g.TypeMeta, meta(g.ObjectMeta), spec(g.Spec), status(g.Status)}
}

// DeepCopyObject implements runtime.Object.
func (g *Gadget) DeepCopyObject() runtime.Object { return g.DeepCopy() }

// DeepCopy copies the Gizmo.
func (g *Gizmo) DeepCopy() *Gizmo {
	return &Gizmo{g.TypeMeta, meta(g.ObjectMeta), spec(g.Spec), status(g.Status)}
}

// DeepCopyObject implements runtime.Object.
func (g *Gizmo) DeepCopyObject() runtime.Object { return g.DeepCopy() }

// Seen marks a Widget, and gives it back.
func Seen(w *Widget) *Widget { return mark(w, "seen") }

func mark(w *Widget, how string) *Widget {
	annotations := w.GetAnnotations()
	if annotations == nil {
		annotations = map[string]string{}
	}
	annotations[how] = "yes"
	w.SetAnnotations(annotations)
	return w
}

// GetStatus returns the status itself.
func (w *Widget) GetStatus() *Status { return &w.Status }

// CopyStatus returns a copy of it.
func (w *Widget) CopyStatus() *Status {
	s := w.Status
	return &s
}
