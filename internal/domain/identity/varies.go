package identity

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Varies tells whether a function of this package may return something else when it is called again with the same
// arguments: it, or a function of this package that it calls, counts, receives from a channel or calls something random.
func (f *Finder) Varies(fn *ssa.Function) bool { return f.varying.Of(fn) }

func (f *Finder) findVarying(fn *ssa.Function) bool {
	for instr := range ir.All[ssa.Instruction](fn.Blocks) {
		if f.variesHere(instr) {
			return true
		}
	}
	return false
}

func (f *Finder) variesHere(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Select:
		return true
	case *ssa.UnOp:
		return instr.Op == token.ARROW
	case *ssa.Store:
		return counts(instr)
	case ssa.CallInstruction:
		if callee := f.lazy.Callee(instr.Common()); callee != nil {
			return f.Varies(callee)
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
