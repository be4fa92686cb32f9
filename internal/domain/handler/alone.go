package handler

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// isAlone tells whether an event handler is given to private informers alone, of which nobody has the store: to those that the package
// makes, or to functions of packages that make no others.
func (f *eventFinder) isAlone(v ssa.Value) bool {
	alone, other := false, false
	note := func(is bool) { alone, other = alone || is, other || !is }
	handedOn(v, func(of types.Type, field int) {
		switch {
		case kube.FieldRole(of, field) == kube.Inner: // behind a filter
		case kube.IsPrivateOption(of, field):
			note(keepsNoStoreIn(v.Parent()))
		default:
			note(false)
		}
	}, func(call ssa.CallInstruction, _ ssa.Value) {
		if kube.PrivateHandler(ir.Symbol(call.Common())) >= 0 {
			note(dropsStore(call))
			return
		}
		obj := ir.Called(call.Common())
		note(obj != nil && obj.Pkg() != nil && f.fields[obj.Pkg()] != nil && f.fields[obj.Pkg()].Alone)
	})
	return alone && !other
}

// keepsNoStore tells whether a package makes private informers, and keeps the store of none, and has to do with no others.
func keepsNoStore(pkg *ir.Package) bool {
	some := false
	for _, fn := range pkg.Functions() {
		for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
			symbol := ir.Symbol(call.Common())
			switch {
			case kube.AddsHandler(symbol):
				return false
			case kube.MakesPrivate(symbol):
				if !dropsStore(call) {
					return false
				}
				some = true
			}
		}
	}
	return some
}

// keepsNoStoreIn tells it of one function.
func keepsNoStoreIn(fn *ssa.Function) bool {
	some := false
	for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
		if kube.MakesPrivate(ir.Symbol(call.Common())) {
			if !dropsStore(call) {
				return false
			}
			some = true
		}
	}
	return some
}

// dropsStore tells whether nothing is done with the store that a call returns first.
func dropsStore(call ssa.CallInstruction) bool {
	for _, store := range ir.ResultsOf(call, 0) {
		if len(*store.Referrers()) > 0 {
			return false
		}
	}
	return true
}
