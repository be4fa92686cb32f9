package paths

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// withholds tells whether a read in what a call comes to isn't done on this path: what is known of the arguments is what the
// functions that lead there leave it for, such as a list of what was just created, with which nothing is read any more.
func (w *walker) withholds(s *state, r *Op) bool {
	for i, call := range r.Path[1:] {
		inner := &state{facts: map[ssa.Value]abs{}}
		for _, p := range call.Parent().Params {
			if arg := ir.ArgFor(r.Path[i].Common(), p); arg != nil && w.in.lazy.Callee(r.Path[i].Common()) == call.Parent() {
				set(inner.facts, p, w.eval(s, arg))
			}
		}
		if len(inner.facts) == 0 {
			return false // nor is anything known of what is handed on
		}
		if w.excludes(inner, call) {
			return true
		}
		s = inner
	}
	return false
}

// excludes tells whether a condition on which alone control comes to a call is not met, as far as is known at its function's
// beginning.
func (w *walker) excludes(s *state, call ssa.CallInstruction) bool {
	for b := call.Block(); b.Idom() != nil; b = b.Idom() {
		d := b.Idom()
		branch, ok := ir.Last(d).(*ssa.If)
		if !ok || len(b.Preds) != 1 {
			continue
		}
		side := zero
		if d.Succs[0] == b {
			side = nonzero
		}
		if known := w.eval(s, branch.Cond); known != anything && known.any() != side {
			return true
		}
	}
	return false
}
