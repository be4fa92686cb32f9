package ir

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// unload makes the return statements of a function that defers something return what they say. There go/ssa keeps the results in
// variables, for a deferred function to change, and returns what is loaded from these, so that each return statement seems to
// return what any of them does. The result variables that no function literal sets are as they were when they were stored.
func unload(fn *ssa.Function) {
	if fn.Recover == nil {
		return
	}
	for ret := range All[*ssa.Return](fn.Blocks) {
		for n, result := range ret.Results {
			load, ok := result.(*ssa.UnOp)
			if !ok {
				continue
			}
			if variable, ok := load.X.(*ssa.Alloc); ok && isLocal(variable) {
				replace(ret, n, load, stored(variable, load))
			}
		}
	}
}

// stored returns what was stored in a variable last in the block in which it is loaded; nil if it wasn't.
func stored(variable *ssa.Alloc, load *ssa.UnOp) (last ssa.Value) {
	for _, instr := range load.Block().Instrs {
		if instr == ssa.Instruction(load) {
			break
		}
		if store, ok := instr.(*ssa.Store); ok && store.Addr == ssa.Value(variable) {
			last = store.Val
		}
	}
	return last
}

// isLocal tells whether nothing but the function itself sets a variable.
func isLocal(variable ssa.Value) bool {
	return !slices.ContainsFunc(Uses(variable), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.Store:
			_, isVariable := variable.(*ssa.Alloc)
			return ref.Val == variable || !isVariable
		case *ssa.UnOp, *ssa.DebugRef:
			return false
		case *ssa.MakeClosure:
			n := slices.Index(ref.Bindings, variable)
			return !isLocal(ref.Fn.(*ssa.Function).FreeVars[n])
		}
		return true
	})
}

// replace puts a value in the place of a result, if there is one.
func replace(ret *ssa.Return, n int, load *ssa.UnOp, by ssa.Value) {
	if by == nil {
		return
	}
	ret.Results[n] = by
	refs := load.Referrers()
	*refs = slices.DeleteFunc(*refs, func(ref ssa.Instruction) bool { return ref == ssa.Instruction(ret) })
	if refs := by.Referrers(); refs != nil {
		*refs = append(*refs, ret)
	}
}
