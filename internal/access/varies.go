package access

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// varies tells whether a function of this package may return something else when it is called again with the same
// arguments: it, or a function of this package that it calls, counts, receives from a channel or calls something random.
func (ts *terms) varies(fn *ssa.Function) bool {
	if v, ok := ts.varying[fn]; ok {
		return v
	}
	reached := map[*ssa.Function]bool{fn: true}
	for todo := []*ssa.Function{fn}; len(todo) > 0; {
		next := todo[0]
		todo = todo[1:]
		varies, calls := ts.variesItself(next)
		if varies || ts.varying[next] {
			ts.varying[fn] = true
			return true
		}
		for _, callee := range calls {
			if v, ok := ts.varying[callee]; !reached[callee] && (v || !ok) {
				reached[callee] = true
				todo = append(todo, callee)
			}
		}
	}
	for fn := range reached {
		ts.varying[fn] = false
	}
	return false
}

// variesItself tells whether a function varies by what is in its own body, and which functions of this package it calls.
func (ts *terms) variesItself(fn *ssa.Function) (varies bool, calls []*ssa.Function) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Select:
				return true, nil
			case *ssa.UnOp:
				if instr.Op == token.ARROW {
					return true, nil
				}
			case *ssa.Store:
				if counts(instr) {
					return true, nil
				}
			case ssa.CallInstruction:
				if callee := ts.info.calls.Callee(instr.Common()); callee != nil {
					calls = append(calls, callee)
				} else if obj := ir.Called(instr.Common()); obj != nil && kube.IsRandom(kube.SymbolOf(obj)) {
					return true, nil
				}
			}
		}
	}
	return false, calls
}

// counts tells whether a number is changed that outlives the call: x.n++.
func counts(store *ssa.Store) bool {
	op, ok := store.Val.(*ssa.BinOp)
	if !ok {
		return false
	}
	b, ok := op.Type().Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0 && !isLocal(store.Addr)
}

// isLocal tells whether an address is of a variable of the function itself, or of a part of one.
func isLocal(addr ssa.Value) bool {
	for {
		switch a := addr.(type) {
		case *ssa.Alloc:
			return true
		case *ssa.FieldAddr:
			addr = a.X
		case *ssa.IndexAddr:
			addr = a.X
		default:
			return false
		}
	}
}
