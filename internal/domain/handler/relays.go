package handler

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
	"github.com/ctrllint/ctrllint/internal/scenario"
)

// relays tells whether a package calls the delete functions of event handlers itself, with what it has made of the object that an
// event has: so a handler that it is given gets no tombstone, or one that the package has dealt with.
func relays(pkg *ir.Package) bool {
	return slices.ContainsFunc(pkg.Functions(), func(fn *ssa.Function) bool {
		for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
			common := call.Common()
			if common.IsInvoke() && common.Method.Name() == "OnDelete" && kube.IsHandlerInterface(common.Value.Type()) && !isGiven(pkg, common.Args[0], relayDepth) {
				return true
			}
		}
		return false
	})
}

// relayDepth is how many functions may hand on the object of an event before it is seen what it is.
const relayDepth = 4

// isGiven tells whether a value may be the very argument of an event function.
func isGiven(pkg *ir.Package, v ssa.Value, depth int) bool {
	switch v := ir.Unwrap(v).(type) {
	case *ssa.FreeVar:
		of := ir.Binding(v)
		return depth == 0 || of == nil || isGiven(pkg, of, depth-1)
	case *ssa.UnOp:
		if _, captured := v.X.(*ssa.FreeVar); captured {
			return isGiven(pkg, v.X, depth)
		}
	case *ssa.Alloc:
		return slices.ContainsFunc(ir.StoredAt(v), func(stored ssa.Value) bool { return depth == 0 || isGiven(pkg, stored, depth-1) })
	case *ssa.Parameter:
		passed := pkg.Index().Passed(v)
		return depth == 0 || len(passed) == 0 || slices.ContainsFunc(passed, func(arg ssa.Value) bool { return isGiven(pkg, arg, depth-1) })
	}
	return false
}

// isRelayed tells whether all that becomes of an event handler is that it is given to functions of packages that relay events.
func (f *finder) isRelayed(c *scenario.Cell) bool {
	relayed, other := false, false
	handedOn(c.Site, func(of types.Type, field int) { other = other || kube.FieldRole(of, field) != kube.Inner }, func(call *ssa.CallCommon, _ ssa.Value) {
		obj := ir.Called(call)
		known := obj != nil && obj.Pkg() != nil && f.fields[obj.Pkg()] != nil && f.fields[obj.Pkg()].Relays
		relayed, other = relayed || known, other || !known
	})
	return relayed && !other
}
