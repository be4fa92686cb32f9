package use

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Reconciled returns the object of which every change brings a reconciler's next round, as far as the package registers it: that which
// its builder is For, without a predicate that passes over changes of its status. Nil if that isn't seen, of one of the controllers that have the reconciler.
func Reconciled(lazy *ir.Package, reconciler types.Type) (object ssa.Value) {
	for call := range lazy.Calls() {
		recv, args := ir.Receiver(call.Common())
		if !kube.TakesReconciler(ir.Symbol(call.Common())) || len(args) != 1 || !types.Identical(ir.Deref(taken(args[0]).Type()), ir.Deref(reconciler)) {
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

// taken returns the reconciler that a controller runs in the end: AsReconciler hands the object of the request on to another one.
func taken(reconciler ssa.Value) ssa.Value {
	reconciler = ir.Unwrap(reconciler)
	if call, ok := reconciler.(*ssa.Call); ok {
		if to := handedTo(call); to != nil {
			return to
		}
	}
	return reconciler
}

// handedTo returns the reconciler to which a call of AsReconciler hands objects, nil for another call.
func handedTo(call ssa.CallInstruction) ssa.Value {
	if args := call.Common().Args; kube.IsAsReconciler(ir.Symbol(call.Common())) && len(args) == 2 {
		return ir.Unwrap(args[1])
	}
	return nil
}

// IsHandedObjects tells whether the package has AsReconciler hand objects to a reconciler of a type.
func IsHandedObjects(lazy *ir.Package, reconciler types.Type) bool {
	for call := range lazy.Calls() {
		if to := handedTo(call); to != nil && types.Identical(ir.Deref(to.Type()), ir.Deref(reconciler)) {
			return true
		}
	}
	return false
}

// watched returns the object that a builder is For, if it passes over none of its changes; nil if that isn't seen.
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
			if starter.Opts >= 0 && starter.Opts < len(args) && !keepsAll(args[starter.Opts], isKeepingOption) {
				return nil
			}
			object = args[starter.Object]
		}
		builder = recv
	}
}

// filters tells whether a builder is told, in a statement of its own or not, to pass over events.
func filters(builder *ssa.Call) bool {
	for call := range ir.Refs[ssa.CallInstruction](builder) {
		if isFilter(call) {
			return true
		}
	}
	return isFilter(builder)
}

func isFilter(call ssa.CallInstruction) bool {
	_, args := ir.Receiver(call.Common())
	return kube.FiltersEvents(ir.Symbol(call.Common())) && !(len(args) == 1 && isKeeper(args[0]))
}

// keepsAll tells whether all of some variadic arguments, if there are any, are of a sort.
func keepsAll(list ssa.Value, is func(ssa.Value) bool) bool {
	all := ir.Variadic(list)
	return ir.IsNil(list) || len(all) > 0 && !slices.ContainsFunc(all, func(v ssa.Value) bool { return !is(v) })
}

// isKeepingOption tells whether an option of a watch leaves all of an object's changes in.
func isKeepingOption(option ssa.Value) bool {
	option = ir.Unwrap(option)
	if call, ok := option.(*ssa.Call); ok && kube.GivesPredicates(ir.Symbol(call.Common())) {
		return keepsAll(call.Call.Args[0], isKeeper)
	}
	load, ok := option.(*ssa.UnOp)
	return ok && kube.IsOnlyMetadata(kube.SymbolOf(variable(load.X)))
}

// isKeeper tells whether a predicate is one that lets all changes of an object's status pass.
func isKeeper(predicate ssa.Value) bool {
	predicate = ir.Unwrap(predicate)
	if step := ir.StepOf(predicate); step.Kind == ir.Result && kube.KeepsChanges(ir.Symbol(step.Call.Common())) {
		return true
	}
	return kube.IsKeeper(ir.Deref(predicate.Type()))
}

// variable returns the package variable at an address, nil if it is none.
func variable(addr ssa.Value) types.Object {
	if g, ok := addr.(*ssa.Global); ok {
		return g.Object()
	}
	return nil
}
