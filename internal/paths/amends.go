package paths

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// amend marks the reads of a function that are there to write again what was refused: what callers have written before
// is no reason for them.
func (f *function) amend() {
	for i, r := range f.reads {
		if !r.Tries && f.amends(r) {
			f.reads[i] = r.trying()
		}
	}
}

// trying returns the read as one of a function that is run again.
func (op *Op) trying() *Op {
	try := *op
	try.Tries, try.said = true, ""
	return &try
}

// amends tells whether control comes to a read only when a write of an object of its kind has failed.
func (f *function) amends(r *Op) bool {
	for b := r.Path[0].Block(); b.Idom() != nil; b = b.Idom() {
		branch, ok := ir.Last(b.Idom()).(*ssa.If)
		if !ok || len(b.Preds) != 1 {
			continue
		}
		calls := callsOf(failureIn(branch.Cond, branch.Block().Succs[0] == b), map[ssa.Value]bool{})
		if len(calls) > 0 && !slices.ContainsFunc(calls, func(call ssa.CallInstruction) bool { return !f.writesKindOf(call, r) }) {
			return true
		}
	}
	return false
}

func (f *function) writesKindOf(call ssa.CallInstruction, r *Op) bool {
	e := f.events[call]
	if e == nil {
		return false
	}
	_, writes := e.operations()
	return slices.ContainsFunc(writes, func(w *Op) bool { return sameKind(w, r) })
}

// failureIn returns the error that is there if a condition is true, or false; nil if it says of none.
func failureIn(cond ssa.Value, is bool) ssa.Value {
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
		cond, is = not.X, !is
	}
	for by, want := range map[token.Token]bool{token.NEQ: true, token.EQL: false} {
		if err, to := compared(cond, by); to != nil && to.IsNil() && kube.IsError(err.Type()) && is == want {
			return err
		}
	}
	if call, ok := cond.(*ssa.Call); ok && is && kube.ErrorTest(ir.Symbol(call.Common())) == kube.Conflict {
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
			if ir.IsNil(edge) || seen[edge] {
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
