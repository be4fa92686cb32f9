package scenario

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// deletedFrom executes the delete of a tombstone, as it is, from a store of the package's own whose key function fails on it: that
// returns the error, and deletes nothing. False if that isn't certain.
func (f *frame) deletedFrom(i ssa.Instruction, sym kube.Symbol, args []Value) (Value, bool) {
	call, ok := i.(ssa.CallInstruction)
	if !ok || !kube.DeletesFromStore(sym) || !call.Common().IsInvoke() || len(args) != 2 || args[1].Kind != Tombstone {
		return Value{}, false
	}
	keys := f.e.code.StoreKeys(call.Common().Value)
	if len(keys) == 0 {
		return Value{}, false
	}
	name := ""
	for _, key := range keys {
		if name, ok = f.e.failsOn(key, args[1], i); !ok {
			return Value{}, false
		}
	}
	cause := f.cause(Cause{Kind: FailedCall, Instr: i, Symbol: sym, Boxed: args[1].Boxed, Note: "Delete of a store with keys by " + name})
	return Value{Kind: NonNil, Cause: cause}, true
}

// failsOn tells whether a key function certainly returns an error for a tombstone, and its name.
func (e *Evaluator) failsOn(key ssa.Value, tombstone Value, at ssa.Instruction) (name string, fails bool) {
	for ir.StepOf(key).Kind == ir.Alias && len(ir.StepOf(key).From) == 1 { // to the type cache.KeyFunc
		key = ir.StepOf(key).From[0]
	}
	step := ir.StepOf(key)
	if step.Kind != ir.Function {
		return "", false
	}
	fn := ir.Behind(step.Fn)
	obj, _ := fn.Object().(*types.Func)
	if obj != nil && kube.OnTombstone(kube.SymbolOf(obj), 0) == kube.Fails {
		return kube.SymbolOf(obj).String(), true
	}
	if len(fn.Blocks) == 0 || len(step.From) > 0 || len(fn.Params) != 1 {
		return "", false
	}
	r := e.Run(&Closure{Fn: fn}, tombstone, at)
	if r == nil || r.Truncated || !r.Returns || r.Value.Kind != Tuple || len(r.Value.Tuple) != 2 || r.Value.Tuple[1].Kind != NonNil {
		return "", false
	}
	return ir.FuncName(fn), true
}
