package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/work"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Aftermath returns what the function around a call does when that fails with whatever error but one that says that an object is
// there already, or isn't. All else that it calls is taken to succeed: that is asked for itself. In a function with very many calls that
// may fail, which would each take a walk of their own through it, errors are taken for dropped.
func (in *Info) Aftermath(call *ssa.Call, works *work.Info) work.Aftermath {
	return in.aftermaths.Of(call, func(*ssa.Call) work.Aftermath {
		if !kube.MayFail(call.Call.Signature()) || in.fallible.Of(call.Parent(), countFallible) > maxFallible {
			return work.Dropped
		}
		r := &requeuing{in: in, works: works, anyway: map[ssa.Instruction]bool{}}
		w, s := in.outcome(call, zero)
		r.along(w, func(put ssa.Instruction) bool {
			r.anyway[put] = true
			return true
		})
		w.run(s)
		return min(r.failing(call, kube.OtherTest), r.failing(call, kube.Conflict))
	})
}

// maxFallible bounds how many calls of a function may fail for what comes of that to be asked.
const maxFallible = 20

// countFallible returns how many of a function's calls may fail.
func countFallible(fn *ssa.Function) (n int) {
	for call := range ir.All[*ssa.Call](fn.Blocks) {
		if kube.MayFail(call.Call.Signature()) {
			n++
		}
	}
	return n
}

// A requeuing looks for what is put on a work queue because a call fails.
type requeuing struct {
	in    *Info
	works *work.Info
	// anyway are the instructions that put something there when nothing fails, too.
	anyway map[ssa.Instruction]bool
}

// failing returns what the function around a call does when that fails with an error of which a test is true.
func (r *requeuing) failing(call *ssa.Call, test kube.Test) work.Aftermath {
	all, ends := work.Requeued, false
	w, s := r.in.outcome(call, failure(test))
	w.test = test
	r.along(w, func(put ssa.Instruction) bool {
		requeued := !r.anyway[put]
		ends = ends || requeued
		return !requeued
	})
	w.onExit = func(s *state, ret *ssa.Return) {
		ends = true
		if n := len(ret.Results) - 1; n >= 0 && kube.IsError(ret.Results[n].Type()) && w.eval(s, ret.Results[n]).isSet() {
			all = min(all, work.HandedOn)
		} else {
			all = work.Dropped
		}
	}
	w.run(s)
	if !ends || w.cut || w.full() {
		return work.Dropped
	}
	return all
}

// along has a walk tell of what puts something on a work queue; false ends the path. Other calls succeed.
func (r *requeuing) along(w *walker, onPut func(ssa.Instruction) bool) {
	w.each = func(s *state, instr ssa.Instruction) bool {
		if sendsEvent(instr) {
			return onPut(instr)
		}
		call, ok := instr.(ssa.CallInstruction)
		if !ok || instr == w.from {
			return true
		}
		if r.puts(w, s, call) && !onPut(instr) {
			return false
		}
		if call, now := instr.(*ssa.Call); now && w.eval(s, call) == anything && !isGivenError(call) {
			succeeds(s, call)
		}
		return true
	}
}

// sendsEvent tells whether an instruction sends on a channel that a controller watches.
func sendsEvent(instr ssa.Instruction) bool {
	send, ok := instr.(*ssa.Send)
	return ok && kube.IsEventChannel(send.Chan.Type())
}

// isGivenError tells whether a call is given an error, and may return it.
func isGivenError(call *ssa.Call) bool {
	return slices.ContainsFunc(ir.Args(call.Common()), func(arg ssa.Value) bool { return kube.IsError(arg.Type()) })
}

// puts tells whether a call puts something on a work queue, be it on some of the paths of what it calls, for the errors that it is
// given.
func (r *requeuing) puts(w *walker, s *state, call ssa.CallInstruction) bool {
	if !r.works.Requeues(call) {
		return false
	}
	fn := r.in.lazy.Callee(call.Common())
	args := ir.Args(call.Common())
	if fn == nil || len(fn.Blocks) == 0 || len(args) != len(fn.Params) {
		return true
	}
	start := ir.Last(fn.Blocks[0])
	inner := &state{block: start.Block(), facts: map[ssa.Value]abs{}, writes: carry(start, &Op{})}
	for i, arg := range args {
		if kube.IsError(arg.Type()) {
			set(inner.facts, fn.Params[i], w.eval(s, arg))
		}
	}
	if len(inner.facts) == 0 {
		return true
	}
	found := false
	of := &walker{in: r.in, fn: &function{fn: fn}, from: start, test: w.test}
	of.each = func(_ *state, instr ssa.Instruction) bool {
		call, ok := instr.(ssa.CallInstruction)
		found = found || ok && r.works.Requeues(call) || sendsEvent(instr)
		return !found
	}
	of.run(inner)
	return found || of.cut || of.full()
}
