// Package api has the kinds that the fixtures of this folder reconcile.
package api

import (
	"maps"
	"slices"
	"strconv"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/scheme"
)

var (
	// GroupVersion is that of the kinds.
	GroupVersion = schema.GroupVersion{Group: "shop.example.com", Version: "v1"}

	builder = &scheme.Builder{GroupVersion: GroupVersion}
	// AddToScheme registers the kinds.
	AddToScheme = builder.AddToScheme
)

func init() {
	builder.Register(&Widget{}, &WidgetList{}, &Gadget{}, &GadgetList{})
}

// Widget is made of Gadgets.
type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   WidgetSpec   `json:"spec,omitempty"`
	Status WidgetStatus `json:"status,omitempty"`
}

// ConfigName is the name of the Widget's configuration.
func (w *Widget) ConfigName() string { return "config-" + w.Name }

// NextName is another one each time.
func (w *Widget) NextName() string {
	w.Status.Made++
	return w.Name + strconv.Itoa(w.Status.Made)
}

// A Scope is of one Widget.
type Scope interface {
	Name() string
	Namespace() string
}

// WidgetSpec says what is wanted.
type WidgetSpec struct {
	Size   int               `json:"size,omitempty"`
	Colour string            `json:"colour,omitempty"`
	Parent string            `json:"parent,omitempty"`
	Hosts  []string          `json:"hosts,omitempty"`
	Config map[string]string `json:"config,omitempty"`
}

// WidgetStatus says what is there.
type WidgetStatus struct {
	Phase      string             `json:"phase,omitempty"`
	Made       int                `json:"made,omitempty"`
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// WidgetList is a list of Widgets.
type WidgetList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Widget `json:"items"`
}

// Gadget is a part.
type Gadget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Serial string `json:"serial,omitempty"`
}

// GadgetList is a list of Gadgets.
type GadgetList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Gadget `json:"items"`
}

// DeepCopy copies the Widget.
func (w *Widget) DeepCopy() *Widget {
	out := *w
	w.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	out.Spec.Hosts = slices.Clone(w.Spec.Hosts)
	out.Spec.Config = maps.Clone(w.Spec.Config)
	out.Status.Conditions = slices.Clone(w.Status.Conditions)
	return &out
}

// DeepCopyObject implements runtime.Object.
func (w *Widget) DeepCopyObject() runtime.Object { return w.DeepCopy() }

// DeepCopyObject implements runtime.Object.
func (l *WidgetList) DeepCopyObject() runtime.Object {
	out := *l
	out.Items = nil
	for i := range l.Items {
		out.Items = append(out.Items, *l.Items[i].DeepCopy())
	}
	return &out
}

// DeepCopy copies the Gadget.
func (g *Gadget) DeepCopy() *Gadget {
	out := *g
	g.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	return &out
}

// DeepCopyObject implements runtime.Object.
func (g *Gadget) DeepCopyObject() runtime.Object { return g.DeepCopy() }

// DeepCopyObject implements runtime.Object.
func (l *GadgetList) DeepCopyObject() runtime.Object {
	out := *l
	out.Items = nil
	for i := range l.Items {
		out.Items = append(out.Items, *l.Items[i].DeepCopy())
	}
	return &out
}
