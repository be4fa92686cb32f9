package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// slowRetries returns the retries in a function that may take their time between the tries: loops that go round when a
// write was refused, and calls of functions that poll until a function is content, or try again whatever its error.
func (in *Info) slowRetries(fn *ssa.Function) []*Retry {
	var out []*Retry
	for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
		if op := in.refused(call); op != nil {
			if loop := ir.LoopOf(call.Block()); loop != nil && in.goesRound(call, loop) {
				r := &Retry{Conflict: true, Slow: true, Writes: []*Op{op}, loop: loop}
				r.Reads, _ = in.others(call, func(other ssa.Instruction) bool { return loop[other.Block()] })
				out = append(out, r)
			}
			continue
		}
		obj := ir.Called(call.Common())
		if obj == nil || !kube.IsWait(kube.SymbolOf(obj)) {
			continue
		}
		for _, literal := range in.literals(call.Common()) {
			r := &Retry{Call: call, Conflict: true, Slow: true, Reads: in.of(literal).reads, fn: literal}
			for write := range ir.All[ssa.CallInstruction](literal.Blocks) {
				if op := in.refused(write); op != nil && in.isTriedAgain(write, call.Common()) {
					r.Writes = append(r.Writes, op)
				}
			}
			if len(r.Writes) > 0 {
				out = append(out, r)
			}
		}
	}
	return out
}

// refused returns the update that a call does, which is refused if its object isn't the latest; nil if it does none.
func (in *Info) refused(call ssa.CallInstruction) *Op {
	op := in.operation(call)
	if op == nil || !op.Locks || op.Verb >= kube.VerbCreateOrUpdate {
		return nil
	}
	return op
}

// goesRound tells whether a loop comes back to a write when it was refused, as one of an old object is, and not when it succeeded.
func (in *Info) goesRound(write ssa.CallInstruction, loop map[*ssa.BasicBlock]bool) bool {
	again := func(result abs) bool {
		w, s := in.outcome(write, result)
		w.idle = func(s *state) bool { return !w.mayComeBack(s) }
		round := false
		w.onAgain = func(s *state) {
			round = round || !s.marks.Other && slices.ContainsFunc(s.writes[0].crossed, func(b *ssa.BasicBlock) bool { return loop[b] })
		}
		w.run(s)
		return round
	}
	return again(failure(kube.Conflict)) && !again(zero)
}

// isTriedAgain tells whether a call runs the function around a write again when that was refused.
func (in *Info) isTriedAgain(write ssa.CallInstruction, common *ssa.CallCommon) bool {
	symbol := ir.Symbol(common)
	if kube.RetriesErrors(symbol) && slices.ContainsFunc(common.Args, in.leavesConflicts) {
		return false
	}
	tried := false
	w, s := in.outcome(write, failure(kube.Conflict))
	w.onExit = func(s *state, ret *ssa.Return) {
		n := len(ret.Results)
		if n == 0 || s.marks.Other {
			return
		}
		failed := w.eval(s, ret.Results[n-1])
		if kube.RetriesErrors(symbol) {
			tried = tried || failed.isSet() && !endsRetry(ret.Results[n-1])
		} else {
			tried = tried || n == 2 && failed == zero && w.eval(s, ret.Results[0]) == zero
		}
	}
	w.run(s)
	return tried
}

// leavesConflicts tells whether an argument says for which errors there is another try, and a conflict is none of them for all
// that is known.
func (in *Info) leavesConflicts(arg ssa.Value) bool {
	options := ir.Variadic(arg)
	if options == nil {
		options = []ssa.Value{arg}
	}
	return slices.ContainsFunc(options, func(o ssa.Value) bool {
		if !mentions(o, 6, kube.ChoosesErrors) {
			return false
		}
		call, ok := ir.Unwrap(o).(*ssa.Call)
		return !ok || !in.onConflict(ir.Called(call.Common()), call.Common())
	})
}

// endsRetry tells whether an error is one after which there are no more tries.
func endsRetry(err ssa.Value) bool {
	call, ok := identity.Root(err).(*ssa.Call)
	return ok && kube.EndsRetry(ir.Symbol(call.Common()))
}

// outcome returns a walk from a call whose error is known, and where it begins.
func (in *Info) outcome(call ssa.CallInstruction, result abs) (*walker, *state) {
	none := func(*state, *Op) {}
	s := &state{block: call.Block(), index: slices.Index(call.Block().Instrs, ssa.Instruction(call)) + 1, facts: map[ssa.Value]abs{}, writes: carry(call, &Op{Call: call})}
	w := &walker{in: in, fn: in.of(call.Parent()), from: call, fails: result.isSet(), onRead: none}
	if results := success(call); len(results) > 0 && call.Value() != nil {
		results[len(results)-1] = result
		know(s, call.Value(), results)
	}
	w.dominating(s)
	return w, s
}
