package copied

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// A Target is what an object refers to. Nobody here sets its kind, which an interface wants to be there.
type Target struct {
	corev1.ObjectReference
	Scope string
}

var _ schema.ObjectKind = Target{}

// GroupVersionKind returns what the kind is.
func (t Target) GroupVersionKind() schema.GroupVersionKind {
	return schema.FromAPIVersionAndKind(t.APIVersion, t.Kind)
}

// SetGroupVersionKind sets the kind of the copy only.
func (t Target) SetGroupVersionKind(gvk schema.GroupVersionKind) {
	t.Kind = gvk.Kind // want `^note: this changes Kind of the function's own copy of the Target, which is passed by value`
}

// Narrow is asked for below.
func (t Target) Narrow(scope string) {
	t.Scope, t.Name = scope, scope // want `^error: this changes Name and Scope of the function's own copy of the Target, which is passed by value`
}

func narrowed(to schema.ObjectKind, t Target) schema.ObjectKind {
	t.Narrow("shop")
	return to
}

// SetName isn't called here either, and nothing wants it: who has the package does.
func (t Target) SetName(name string) {
	t.Name = name // want `^error: this changes Name of the function's own copy of the Target, which is passed by value`
}
