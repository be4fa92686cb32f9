package paths

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// insists says whether a function itself runs one that it is given again after a conflict, for which it asks: in a loop, or in a literal
// that is polled. How long it waits between the tries isn't known, if it waits.
func (in *Info) insists(fn *ssa.Function) Retrying {
	if !takesOneTry(fn) {
		return Retrying{}
	}
	for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
		if loop := ir.LoopOf(call.Block()); loop != nil && in.insistsOn(call, fn, loop) && !in.readsAny(fn.Blocks) {
			return Retrying{Again: true, Conflict: true, Slow: in.pausesAny(loop)}
		}
		symbol := ir.Symbol(call.Common())
		if !kube.IsWait(symbol) || kube.RetriesErrors(symbol) {
			continue
		}
		for _, literal := range in.literals(call.Common()) {
			if in.readsAny(literal.Blocks) {
				continue
			}
			for inner := range ir.All[ssa.CallInstruction](literal.Blocks) {
				if literal.Parent() == fn && in.insistsOn(inner, fn, nil) {
					return Retrying{Again: true, Conflict: true, Slow: true}
				}
			}
		}
	}
	return Retrying{}
}

// takesOneTry tells whether a function is given one function, and nothing that it may read anew between the tries.
func takesOneTry(fn *ssa.Function) bool {
	tries := 0
	for _, p := range fn.Params {
		t := p.Type()
		switch {
		case ir.IsFunc(t):
			tries++
		case kube.IsContext(t), fn.Signature.Recv() != nil && p == fn.Params[0]:
		case kube.IsObject(t), types.IsInterface(t), ir.TypeParam(t) != nil, ir.TypeParam(ir.Deref(t)) != nil:
			return false
		}
	}
	return tries == 1
}

// readsAny tells whether any of some blocks reads at the API or in a cache.
func (in *Info) readsAny(blocks []*ssa.BasicBlock) bool {
	for call := range ir.All[ssa.CallInstruction](blocks) {
		if reads, _ := in.At(call); len(reads) > 0 {
			return true
		}
	}
	return false
}

// pausesAny tells whether a loop may wait for something, be it for time to pass: a function that it calls is taken to.
func (in *Info) pausesAny(loop map[*ssa.BasicBlock]bool) bool {
	for b := range loop {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Select:
				return true
			case ssa.CallInstruction:
				if kube.WaitOf(ir.Called(instr.Common())) != kube.NoWait || in.lazy.Callee(instr.Common()) != nil {
					return true
				}
			}
			if passing, ok := ir.PassingOf(instr); ok && !passing.Sends {
				return true
			}
		}
	}
	return false
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
			polled := loop == nil && len(ret.Results) == 2 && ir.IsBool(ret.Results[0].Type())
			round = round || polled && asked(s) && w.eval(s, ret.Results[0]) == zero && w.eval(s, ret.Results[1]) == zero
		}
		w.run(s)
		return round
	}
	return again(failure(kube.Conflict)) && !again(zero)
}
