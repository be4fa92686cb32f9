package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// isOfOther tells whether a value is another object, or refers to a part of one, such as a map that it has, where what is followed has
// that path.
func (w *weigher) isOfOther(v ssa.Value, path string) bool {
	if step := ir.StepOf(v); step.Kind == ir.Load && isMap(v) {
		v = step.From[0]
	}
	base, _, _ := ir.Base(v)
	if element := elementAround(v); element != nil && !w.list && !pathIn(path, items) && !w.isGiven(element) {
		base = element
	}
	return kube.IsObject(base.Type()) && w.isOther(base)
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
		return sameTerm(w.in.pointerTo(arg), w.in.pointerTo(object))
	})
}
