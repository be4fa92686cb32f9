package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// insists says whether a function itself runs one that it is given again after a conflict, for which it asks: in a loop, or in a literal
// that is polled. What runs it again whatever the error is for more than conflicts. How long it waits between the tries is up to it.
func (in *Info) insists(fn *ssa.Function) Retrying {
	for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
		if loop := ir.LoopOf(call.Block()); loop != nil && in.insistsOn(call, fn, loop) {
			return Retrying{Again: true, Conflict: true, Slow: true}
		}
		symbol := ir.Symbol(call.Common())
		if !kube.IsWait(symbol) || kube.RetriesErrors(symbol) {
			continue
		}
		for _, literal := range in.literals(call.Common()) {
			for inner := range ir.All[ssa.CallInstruction](literal.Blocks) {
				if literal.Parent() == fn && in.insistsOn(inner, fn, nil) {
					return Retrying{Again: true, Conflict: true, Slow: true}
				}
			}
		}
	}
	return Retrying{}
}

// insistsOn tells whether a call of a parameter of a function is come to again after a conflict, for which is asked, and not after
// success: by a loop, or by what polls the literal that the call is in, if there is none.
func (in *Info) insistsOn(call ssa.CallInstruction, fn *ssa.Function, loop map[*ssa.BasicBlock]bool) bool {
	common := call.Common()
	p, given := in.setOnce(bound(common.Value)).(*ssa.Parameter)
	results := common.Signature().Results()
	if common.IsInvoke() || !given || p.Parent() != fn || results.Len() == 0 || !kube.IsError(results.At(results.Len()-1).Type()) {
		return false
	}
	again := func(result abs) bool {
		w, s := in.outcome(call, result)
		round := false
		asked := func(s *state) bool { return !result.isSet() || s.marks.Conflict && !s.marks.Other }
		w.onAgain = func(s *state) {
			round = round || asked(s) && slices.ContainsFunc(s.writes[0].crossed, func(b *ssa.BasicBlock) bool { return loop[b] })
		}
		w.onExit = func(s *state, ret *ssa.Return) {
			polled := loop == nil && len(ret.Results) == 2 && isBool(ret.Results[0].Type())
			round = round || polled && asked(s) && w.eval(s, ret.Results[0]) == zero && w.eval(s, ret.Results[1]) == zero
		}
		w.run(s)
		return round
	}
	return again(failure(kube.Conflict)) && !again(zero)
}
