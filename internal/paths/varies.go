package paths

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// varies tells whether a function of this package may return something else when it is called again with the same
// arguments: it, or a function of this package that it calls, counts, receives from a channel or calls something random.
func (ts *terms) varies(fn *ssa.Function) bool { return ts.info.questions.varying.Of(fn) }

func (ts *terms) findVarying(fn *ssa.Function) bool {
	for instr := range ir.All[ssa.Instruction](fn.Blocks) {
		if ts.variesHere(instr) {
			return true
		}
	}
	return false
}

func (ts *terms) variesHere(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Select:
		return true
	case *ssa.UnOp:
		return instr.Op == token.ARROW
	case *ssa.Store:
		return counts(instr)
	case ssa.CallInstruction:
		if callee := ts.info.lazy.Callee(instr.Common()); callee != nil {
			return ts.varies(callee)
		}
		obj := ir.Called(instr.Common())
		return obj != nil && kube.IsRandom(kube.SymbolOf(obj))
	}
	return false
}

// counts tells whether a number is changed that outlives the call: x.n++.
func counts(store *ssa.Store) bool {
	op, ok := store.Val.(*ssa.BinOp)
	if !ok {
		return false
	}
	b, ok := op.Type().Underlying().(*types.Basic)
	base, _, _ := ir.Base(store.Addr)
	_, local := base.(*ssa.Alloc)
	return ok && b.Info()&types.IsNumeric != 0 && !local
}

// comesAgain tells whether each round of a loop has a value again, which is made in it: what a loop inside counts, an element of
// what is the same in all rounds, or what is computed of that.
func comesAgain(v ssa.Value, outer *ssa.BasicBlock) bool {
	at, ok := v.(ssa.Instruction)
	if !ok || outer.Parent() != at.Parent() {
		return false
	}
	around, inner := ir.LoopFrom(outer), ir.LoopOf(at.Block())
	if _, counts := v.(*ssa.Phi); counts {
		return around[at.Block()] && inner != nil && !inner[outer] && isNumber(v.Type())
	}
	if extract, ok := v.(*ssa.Extract); ok && isElement(v) {
		over, ok := extract.Tuple.(*ssa.Next).Iter.(*ssa.Range)
		return ok && inner != nil && !inner[outer] && isOutside(over.X, around)
	}
	return around[at.Block()] && isOutside(v, around)
}

func isNumber(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// isOutside tells whether a value is made outside of a loop, or lists the elements of a set that is.
func isOutside(v ssa.Value, loop map[*ssa.BasicBlock]bool) bool {
	instr, ok := v.(ssa.Instruction)
	if !ok || !loop[instr.Block()] {
		return true
	}
	call, ok := v.(*ssa.Call)
	return ok && kube.ListsSet(ir.Symbol(call.Common())) && !slices.ContainsFunc(call.Call.Args, func(of ssa.Value) bool { return !isOutside(of, loop) })
}
