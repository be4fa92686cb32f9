package client

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// Skips tells whether the programs of the view never come to one of some instructions: it is run only where a field is nil in which
// each object that they make has something, such as the reader that the client stands in for where there is none.
func (v View) Skips(path []ssa.CallInstruction) bool {
	return v.Set != nil && len(v.Programs) > 0 && slices.ContainsFunc(path, func(at ssa.CallInstruction) bool {
		for b := at.Block(); b.Idom() != nil; b = b.Idom() {
			branch, ok := ir.Last(b.Idom()).(*ssa.If)
			if !ok || len(b.Preds) != 1 || branch.Block() != b.Preds[0] {
				continue
			}
			if end, ok := nilField(branch.Cond, b.Idom().Succs[0] == b); ok && !slices.ContainsFunc(v.Programs, func(program string) bool { return !v.Set(program, end) }) {
				return true
			}
		}
		return false
	})
}

// nilField returns the field that is nil if a condition is true, or false.
func nilField(cond ssa.Value, is bool) (End, bool) {
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
		cond, is = not.X, !is
	}
	by := token.NEQ
	if is {
		by = token.EQL
	}
	of, to := ir.Compared(cond, by)
	if to == nil || !to.IsNil() {
		return End{}, false
	}
	field := ir.FieldRead(of)
	if field == nil || !field.Pos().IsValid() {
		return End{}, false
	}
	return End{Pos: field.Pos()}, true
}
