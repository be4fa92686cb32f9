package paths

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// beside notes what is nil where a call has failed: the results that its function never returns beside an error.
func (w *walker) beside(s *state, err ssa.Value) {
	failed, ok := err.(*ssa.Extract)
	if !ok || !kube.IsError(err.Type()) {
		return
	}
	call, ok := failed.Tuple.(*ssa.Call)
	if !ok {
		return
	}
	callee := w.in.lazy.Callee(call.Common())
	if callee == nil || failed.Index != callee.Signature.Results().Len()-1 {
		return
	}
	for other := range ir.Refs[*ssa.Extract](call) {
		if other.Index != failed.Index && w.in.isNilBeside(callee, other.Index) {
			set(s.facts, other, zero)
		}
	}
}

// isNilBeside tells whether each return statement of a function returns nil for a result, or for the error, which is the last.
func (in *Info) isNilBeside(fn *ssa.Function, n int) bool {
	return in.besides.Of(resultOf{fn, n}, func(resultOf) bool {
		found := false
		for ret := range ir.All[*ssa.Return](fn.Blocks) {
			if !ir.IsNil(ret.Results[n]) && !ir.IsNil(ret.Results[len(ret.Results)-1]) {
				return false
			}
			found = true
		}
		return found
	})
}

// contradicts tells whether a condition can't be what it is said to be, since it compares a call's result with nil of which the
// conditions before have shown whether it is.
func (c decided) contradicts(s *state) bool {
	for by, isNil := range map[token.Token]bool{token.EQL: c.yes, token.NEQ: !c.yes} {
		of, to := ir.Compared(c.cond, by)
		if _, result := of.(*ssa.Extract); !result || to == nil || !to.IsNil() {
			continue
		}
		if known := s.facts[of]; known != anything && (known == zero) != isNil {
			return true
		}
	}
	return false
}
