package use

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Reconciled returns the object whose every event brings a reconciler's next round, as far as the package registers it: that which
// its builder is For, without a predicate. Nil if that isn't seen, of one of the controllers that have the reconciler.
func Reconciled(lazy *ir.Package, reconciler types.Type) (object ssa.Value) {
	for call := range lazy.Calls() {
		recv, args := ir.Receiver(call.Common())
		if !kube.TakesReconciler(ir.Symbol(call.Common())) || len(args) != 1 || !types.Identical(ir.Deref(ir.Unwrap(args[0]).Type()), ir.Deref(reconciler)) {
			continue
		}
		of := watched(recv)
		if of == nil || object != nil && !types.Identical(ir.Unwrap(of).Type(), ir.Unwrap(object).Type()) {
			return nil
		}
		object = of
	}
	return object
}

// watched returns the object that a builder is For, if it passes over none of its events; nil if that isn't seen.
func watched(builder ssa.Value) (object ssa.Value) {
	for {
		call, ok := builder.(*ssa.Call)
		if !ok || filters(call) {
			return nil
		}
		recv, args := ir.Receiver(call.Common())
		if recv == nil {
			return object // which is where the builder is made
		}
		if starter, ok := kube.StarterOf(ir.Symbol(call.Common())); ok && starter.As == kube.For {
			if starter.Opts >= 0 && starter.Opts < len(args) && !ir.IsNil(args[starter.Opts]) {
				return nil // any of the options may be a predicate
			}
			object = args[starter.Object]
		}
		builder = recv
	}
}

// filters tells whether a builder is told, in a statement of its own or not, to pass over events.
func filters(builder *ssa.Call) bool {
	for call := range ir.Refs[ssa.CallInstruction](builder) {
		if kube.FiltersEvents(ir.Symbol(call.Common())) {
			return true
		}
	}
	return kube.FiltersEvents(ir.Symbol(builder.Common()))
}
