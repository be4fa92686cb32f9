package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// isOfOther tells whether a value is another object, or refers to a part of one, such as a map that it has, where what is followed has
// that path.
func (w *weigher) isOfOther(v ssa.Value, path string) bool {
	if step := ir.StepOf(v); step.Kind == ir.Load && ir.IsMap(v.Type()) {
		v = step.From[0]
	}
	base, _, _ := ir.Base(v)
	if element := elementAround(v); element != nil && !w.list && !footprint.PathIn(path, footprint.Items) && !w.isGiven(element) && w.isWritten(element) {
		base = element
	}
	return kube.IsObject(base.Type()) && w.isOther(base)
}

// isWritten tells whether the function writes elements of the list of which one is.
func (w *weigher) isWritten(element ssa.Value) bool {
	list := listAround(element)
	return slices.ContainsFunc(w.in.Writes(element.Parent()), func(op *Op) bool {
		return op.Object != nil && listAround(ir.Unwrap(op.Object)) == list || identity.Same(op.pointer, w.in.objects.Pointer(element))
	})
}

// listAround returns what has the slice that an address of an element, or of a part of one, leads into.
func listAround(element ssa.Value) ssa.Value {
	base, _, _ := ir.Base(element)
	if load := ir.StepOf(base); load.Kind == ir.Load {
		base, _, _ = ir.Base(load.From[0])
	}
	return base
}

// elementAround returns the address of the object, an element of a list, that an address leads into; nil if it leads into none.
func elementAround(addr ssa.Value) ssa.Value {
	for {
		switch a := addr.(type) {
		case *ssa.FieldAddr:
			addr = a.X
		case *ssa.IndexAddr:
			if kube.IsObject(a.Type()) {
				return a
			}
			addr = a.X
		default:
			return nil
		}
	}
}

// isGiven tells whether what is followed is the result of a call that is given an object, of which it may be a part.
func (w *weigher) isGiven(object ssa.Value) bool {
	call := ir.StepOf(w.begin).Call
	return call != nil && slices.ContainsFunc(call.Call.Args, func(arg ssa.Value) bool {
		return identity.Same(w.in.objects.Pointer(arg), w.in.objects.Pointer(object))
	})
}
