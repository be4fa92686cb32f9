package ir

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Yields returns the types of what an iterator of a type yields; none if the type is that of none, or of one that yields nothing.
func Yields(t types.Type) (out []types.Type) {
	sig, ok := t.Underlying().(*types.Signature)
	if !ok || sig.Params().Len() != 1 || sig.Results().Len() > 0 {
		return nil
	}
	yield, ok := sig.Params().At(0).Type().Underlying().(*types.Signature)
	if !ok || yield.Results().Len() != 1 || !types.Identical(yield.Results().At(0).Type(), types.Typ[types.Bool]) {
		return nil
	}
	for v := range yield.Params().Variables() {
		out = append(out, v.Type())
	}
	return out
}

// Loops returns the calls of iterators that a function literal is given to as yield: the body of a loop over one is such a
// literal.
func Loops(literal *ssa.Function) (out []*ssa.Call) {
	refs := literal.Referrers()
	if refs == nil {
		return nil
	}
	all := slices.Clone(*refs)
	for _, ref := range *refs {
		if closure, ok := ref.(*ssa.MakeClosure); ok {
			all = append(all, Uses(closure)...)
		}
	}
	for _, ref := range all {
		if call, ok := ref.(*ssa.Call); ok && len(call.Call.Args) == 1 && FuncOf(call.Call.Args[0]) == literal && Yields(call.Call.Value.Type()) != nil {
			out = append(out, call)
		}
	}
	return out
}
