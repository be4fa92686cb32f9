package paths

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/change"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// loses tells whether a function in which a write was refused with a conflict returns the error of the read that came
// after it instead, and nothing that says more; or, if it is run again after conflicts, nil.
func (w *walker) loses(s *state, ret *ssa.Return, retried bool) bool {
	if s.marks.Read == nil || !s.marks.Conflict && !retried {
		return false
	}
	read := s.marks.Read.Path[0]
	if w.in.lazy.Callee(read.Common()) == ret.Parent() {
		return false // it begins anew, and tries again
	}
	return w.forgives(s, ret, read) && (returnsErrorOf(ret, read) || retried && asksForErrors(read.Block(), ret.Block()))
}

// asksForErrors tells whether all that decides between two blocks of a function is whether there are errors.
func asksForErrors(from, to *ssa.BasicBlock) bool {
	for b := to; b != from; b = b.Idom() {
		if b.Idom() == nil {
			return false
		}
		branch, ok := ir.Last(b.Idom()).(*ssa.If)
		if !ok {
			continue
		}
		err, is := ir.Compared(branch.Cond, token.EQL)
		if is == nil {
			err, is = ir.Compared(branch.Cond, token.NEQ)
		}
		if is == nil || !is.IsNil() || !kube.IsError(err.Type()) {
			return false
		}
	}
	return true
}

// Replaces tells whether what is read after a write, or a copy of it, takes the place of what was written when that is tried again.
func Replaces(write, read *Op) bool {
	return ir.Before(write.Path[0], read.Path[0]) && renews(write, read)
}

// renews tells whether the object that is read, or a copy of it, becomes the one that a write writes when it is tried again.
func renews(write, read *Op) bool {
	if read.Verb != kube.VerbGet || write.Object == nil {
		return false
	}
	load, ok := ir.Unwrap(write.Object).(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	objects := readObjects(read)
	for store := range ir.All[*ssa.Store](load.Parent().Blocks) {
		if store.Addr != load.X || !ir.Before(read.Path[0], store) {
			continue
		}
		of := ir.Unwrap(store.Val)
		if call, ok := of.(*ssa.Call); ok && change.CopyOf(call) != nil {
			of = ir.Unwrap(change.CopyOf(call))
		}
		if slices.Contains(objects, of) {
			return true
		}
	}
	return false
}

// readObjects returns the values that a read fills, or returns.
func readObjects(read *Op) []ssa.Value {
	if read.Object != nil && read.Via != kube.Store {
		return []ssa.Value{ir.Unwrap(read.Object)}
	}
	return ir.ResultsOf(read.Path[0], 0)
}

// succeeds goes on with the paths on which a call returns no error.
func succeeds(s *state, call ssa.CallInstruction) {
	if v := call.Value(); v != nil { // none is returned by what is deferred
		know(s, v, success(call))
	}
}

// forgives tells whether a function returns with nothing but a nil error, or whatever a read has left in a variable of the
// function around it just before, and at most a result that doesn't ask to come back.
func (w *walker) forgives(s *state, ret *ssa.Return, read ssa.CallInstruction) bool {
	n := len(ret.Results) - 1
	if n < 0 || !kube.IsError(ret.Results[n].Type()) {
		return false
	}
	b, err := read.Block(), w.eval(s, ret.Results[n])
	justBefore := b == ret.Block() || len(b.Succs) == 1 && b.Succs[0] == ret.Block()
	return (err == zero || err == anything && justBefore) &&
		(n == 0 || n == 1 && kube.IsResult(ret.Results[0].Type()) && w.eval(s, ret.Results[0]) == zero)
}

// returnsErrorOf tells whether the error that is returned may be that of a call, by way of a variable that other errors
// are in too. What is noted elsewhere beside the call may say that it failed.
func returnsErrorOf(ret *ssa.Return, call ssa.CallInstruction) bool {
	for _, instr := range call.Block().Instrs {
		if store, ok := instr.(*ssa.Store); ok && !kube.IsError(store.Val.Type()) {
			if _, constant := store.Val.(*ssa.Const); constant {
				return false
			}
		}
	}
	seen := map[ssa.Value]bool{}
	var from func(ssa.Value) bool
	from = func(v ssa.Value) bool {
		if seen[v] {
			return false
		}
		seen[v] = true
		switch v := v.(type) {
		case *ssa.Call:
			return ssa.CallInstruction(v) == call || kube.WrapsError(ir.Symbol(v.Common())) && from(v.Call.Args[0])
		case *ssa.Extract:
			return from(v.Tuple)
		case *ssa.Phi:
			return slices.ContainsFunc(v.Edges, from)
		case *ssa.UnOp:
			return slices.ContainsFunc(ir.StoredAt(v.X), from)
		}
		return false
	}
	return from(ret.Results[len(ret.Results)-1])
}

// isRetried tells whether a function literal is run again when it fails, after conflicts.
func (in *Info) isRetried(fn *ssa.Function) bool {
	if fn.Parent() == nil {
		return false
	}
	for call := range ir.All[ssa.CallInstruction](fn.Parent().Blocks) {
		if slices.Contains(in.literals(call.Common()), fn) && in.retrying(call.Common()).Conflict {
			return true
		}
	}
	return false
}
