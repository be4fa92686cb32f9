package handler

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
	"github.com/ctrllint/ctrllint/internal/scenario"
)

// relays tells whether a package calls the delete functions of event handlers itself, and only with objects of which it knows the type:
// so a handler that it is given gets no tombstone.
func relays(pkg *ir.Package) bool {
	relays := false
	for _, fn := range pkg.Functions() {
		for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
			common := call.Common()
			if !common.IsInvoke() || common.Method.Name() != "OnDelete" || !kube.IsHandlerInterface(common.Value.Type()) {
				continue
			}
			left := maxRelayed
			if relays = isObject(pkg, common.Args[0], relayDepth, &left); !relays {
				return false
			}
		}
	}
	return relays
}

// relayDepth is how many functions may hand on the object of an event before it is seen what it is.
const relayDepth = 4

// maxRelayed bounds how many values are looked at for that.
const maxRelayed = 200

// isObject tells whether a value is certain to be an object: it is of such a type before it becomes one of any, in all functions that
// hand it on.
func isObject(pkg *ir.Package, v ssa.Value, depth int, left *int) bool {
	if *left--; depth == 0 || *left < 0 {
		return false
	}
	all := func(values []ssa.Value) bool {
		return len(values) > 0 && !slices.ContainsFunc(values, func(v ssa.Value) bool { return !isObject(pkg, v, depth-1, left) })
	}
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return kube.IsObject(v.X.Type())
	case *ssa.FreeVar:
		of := ir.Binding(v)
		return of != nil && isObject(pkg, of, depth-1, left)
	case *ssa.UnOp:
		if _, captured := v.X.(*ssa.FreeVar); captured {
			return isObject(pkg, v.X, depth, left)
		}
	case *ssa.Alloc:
		return all(ir.StoredAt(v))
	case *ssa.Parameter:
		return all(pkg.Index().Passed(v))
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
