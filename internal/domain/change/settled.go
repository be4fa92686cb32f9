package change

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// settlesOwn tells whether what is stored hangs on nothing but the object in which it is: on a text in another field, of which it is
// what that says, or on the slice that was there, of which elements are left out.
func settlesOwn(store *ssa.Store) bool {
	made := ir.StepOf(ir.Unwrap(store.Val))
	if made.Kind != ir.Result || made.Index != 0 {
		return false
	}
	_, args := ir.Receiver(made.Call.Common())
	if text, ok := kube.DecodedBy(ir.Symbol(made.Call.Common())); ok && text < len(args) {
		return isElsewhereIn(args[text], store.Addr)
	}
	return filtersAlike(made.Call) && ir.LoadsFrom(ir.Unwrap(args[0]), store.Addr)
}

// isElsewhereIn tells whether a value is loaded from another field of what has that at an address.
func isElsewhereIn(v, addr ssa.Value) bool {
	s := ir.StepOf(ir.Unwrap(v))
	if s.Kind != ir.Load {
		return false
	}
	from, path, _ := ir.Base(s.From[0])
	of, its, _ := ir.Base(addr)
	return from == of && path != its && path != ""
}

// filtersAlike tells whether a call leaves out elements of a slice by a test that hangs on nothing but them.
func filtersAlike(call ssa.CallInstruction) bool {
	n, ok := kube.FiltersBy(ir.Symbol(call.Common()))
	_, args := ir.Receiver(call.Common())
	if !ok || n >= len(args) {
		return false
	}
	test, ok := ir.Unwrap(args[n]).(*ssa.Function)
	return ok && len(test.Blocks) > 0 && len(test.FreeVars) == 0 && !slices.ContainsFunc(test.Blocks, asksMore)
}

// asksMore tells whether something in a block hangs on more than what the function is given, as far as is known: on a variable of the
// package, or on what a function returns that is given nothing, or that may be one of the package's own.
func asksMore(b *ssa.BasicBlock) bool {
	return slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool {
		for _, operand := range instr.Operands(nil) {
			if _, global := (*operand).(*ssa.Global); global {
				return true
			}
		}
		call, ok := instr.(ssa.CallInstruction)
		if !ok || ir.IsBuiltin(call.Common(), "") {
			return false
		}
		callee := call.Common().StaticCallee()
		return callee == nil || len(callee.Blocks) > 0 || len(call.Common().Args) == 0
	})
}
