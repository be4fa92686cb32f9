package change

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// ofTyped is the answer for what a getter of an interface for metadata returns: a copy, if the object is unstructured.
func (a answer) ofTyped() answer {
	return a.each(func(r Root) (Root, bool) {
		r.typed = true
		return r, true
	})
}

// isUnstructured tells whether a value is certain to be an unstructured object.
func isUnstructured(v ssa.Value) bool { return kube.IsUnstructured(ir.Deref(ir.Unwrap(v).Type())) }

// typed tells whether the objects of a source are none that are unstructured: as their type says, or, of those that event
// functions are given, as the package has nothing to do with such.
func (in *Info) typed(source *Source) bool {
	t := ir.Deref(source.Type)
	switch {
	case kube.IsUnstructured(t):
		return false
	case !types.IsInterface(t) && kube.IsObject(types.NewPointer(t)):
		return true
	}
	return source.Kind == Event && !slices.ContainsFunc(in.pkg.Names(), kube.MentionsUnstructured)
}
