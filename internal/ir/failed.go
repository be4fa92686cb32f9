package ir

import (
	"go/token"
	"iter"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// FailedAt yields the calls of which one has failed wherever control comes to a block: those whose errors a condition on
// the way there asks for.
func FailedAt(b *ssa.BasicBlock) iter.Seq[[]ssa.CallInstruction] {
	return func(yield func([]ssa.CallInstruction) bool) {
		for ; b.Idom() != nil; b = b.Idom() {
			branch, ok := Last(b.Idom()).(*ssa.If)
			if !ok || len(b.Preds) != 1 {
				continue
			}
			failure := failureIn(branch.Cond, branch.Block().Succs[0] == b)
			if calls := callsOf(failure, map[ssa.Value]bool{}); len(calls) > 0 && !yield(calls) {
				return
			}
		}
	}
}

// Compared returns what a condition compares with a constant by an operator; no constant, if it is another one.
func Compared(cond ssa.Value, by token.Token) (ssa.Value, *ssa.Const) {
	op, ok := cond.(*ssa.BinOp)
	if !ok || op.Op != by {
		return nil, nil
	}
	if is, ok := op.X.(*ssa.Const); ok {
		return op.Y, is
	}
	is, _ := op.Y.(*ssa.Const)
	return op.X, is
}

// Mirrored is what a comparison is when its sides are exchanged.
var Mirrored = map[token.Token]token.Token{token.EQL: token.EQL, token.NEQ: token.NEQ, token.LSS: token.GTR, token.GTR: token.LSS, token.LEQ: token.GEQ, token.GEQ: token.LEQ}

// failureIn returns the error that is there if a condition is true, or false; nil if it says of none.
func failureIn(cond ssa.Value, is bool) ssa.Value {
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
		cond, is = not.X, !is
	}
	for by, want := range map[token.Token]bool{token.NEQ: true, token.EQL: false} {
		if err, to := Compared(cond, by); to != nil && to.IsNil() && kube.IsError(err.Type()) && is == want {
			return err
		}
	}
	if call, ok := cond.(*ssa.Call); ok && is && kube.ErrorTest(Symbol(call.Common())) == kube.Conflict {
		return call.Call.Args[0]
	}
	return nil
}

// callsOf returns the calls of which an error is the result, nil if it may be another one.
func callsOf(err ssa.Value, seen map[ssa.Value]bool) []ssa.CallInstruction {
	if seen[err] {
		return nil
	}
	seen[err] = true
	switch v := err.(type) {
	case *ssa.Call:
		return []ssa.CallInstruction{v}
	case *ssa.Extract:
		return callsOf(v.Tuple, seen)
	case *ssa.Phi:
		var all []ssa.CallInstruction
		for _, edge := range v.Edges {
			if IsNil(edge) || seen[edge] {
				continue
			}
			calls := callsOf(edge, seen)
			if calls == nil {
				return nil
			}
			all = append(all, calls...)
		}
		return all
	}
	return nil
}
