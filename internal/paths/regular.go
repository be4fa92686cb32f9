package paths

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Regularly tells whether a call is only come to in the rounds of loops that pause between them, or of functions that are called again
// and again, so that the next round does the same once more: nothing is taken out of a memory behind it, nor certainly written on the
// way, by which the next round may pass it over.
func (in *Info) Regularly(call ssa.CallInstruction) bool { return in.isRegular(call, true, maxRegular) }

// maxRegular bounds how many calls lead from a loop to what is done in its rounds.
const maxRegular = 6

func (in *Info) isRegular(call ssa.CallInstruction, innermost bool, left int) bool {
	switch paused := in.pausesBetween(call); {
	case left == 0 || in.settles(call, innermost || !paused):
		return false
	case paused:
		return true
	}
	fn := call.Parent()
	if fn.Parent() != nil {
		return in.isRepeated(fn)
	}
	callers := in.lazy.Index().Callers(fn)
	return len(callers) > 0 && len(callers) <= maxCallers && !in.lazy.Index().IsValue(fn) && !slices.ContainsFunc(callers, func(caller ssa.CallInstruction) bool {
		_, now := caller.(*ssa.Call)
		return !now || !in.isRegular(caller, false, left-1)
	})
}

// isRepeated tells whether a function literal is given to what calls it again and again, and to nothing else.
func (in *Info) isRepeated(fn *ssa.Function) bool {
	some := false
	for made := range ir.All[*ssa.MakeClosure](fn.Parent().Blocks) {
		if made.Fn != ssa.Value(fn) {
			continue
		}
		for _, ref := range ir.Uses(made) {
			call, ok := ref.(ssa.CallInstruction)
			if !ok || !kube.Repeats(ir.Symbol(call.Common())) {
				return false
			}
			some = true
		}
	}
	return some
}

// pausesBetween tells whether a call is in a loop that waits for a time in each round, and for nothing else that brings something.
func (in *Info) pausesBetween(call ssa.CallInstruction) bool {
	for head := call.Block(); head != nil; head = head.Idom() {
		if loop := ir.LoopFrom(head); loop[call.Block()] {
			switch pauses, brings := in.waitsIn(loop); {
			case brings:
				return false
			case pauses:
				return true
			}
		}
	}
	return false
}

// waitsIn tells whether a loop waits for a time, and whether for something else that brings something.
func (in *Info) waitsIn(loop map[*ssa.BasicBlock]bool) (pauses, brings bool) {
	waits := func(ch ssa.Value, receives, always bool) {
		pauses = pauses || receives && always && isTimer(ch)
		brings = brings || !receives || !isTimer(ch) && !isSignal(ch)
	}
	for b := range loop {
		for _, instr := range b.Instrs {
			if choice, ok := instr.(*ssa.Select); ok {
				for _, s := range choice.States {
					waits(s.Chan, s.Dir == types.RecvOnly, choice.Blocking)
				}
			} else if p, ok := ir.PassingOf(instr); ok {
				waits(p.Chan, !p.Sends, true)
			} else if in.lazy.SleepsLong(instr) {
				pauses = true
			}
		}
	}
	return pauses, brings
}

// isTimer tells whether a channel is that of a ticker, or of a timer.
func isTimer(ch ssa.Value) bool {
	of, ok := types.Unalias(ch.Type()).Underlying().(*types.Chan)
	if !ok {
		return false
	}
	named := kube.Named(of.Elem())
	return named != nil && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "time" && named.Obj().Name() == "Time"
}

// isSignal tells whether a channel brings nothing but that something has come about.
func isSignal(ch ssa.Value) bool {
	of, ok := types.Unalias(ch.Type()).Underlying().(*types.Chan)
	if !ok {
		return false
	}
	s, ok := of.Elem().Underlying().(*types.Struct)
	return ok && s.NumFields() == 0
}

// settles tells whether something is done in the function of a call behind it by which another round may pass the call over: what is
// kept in memory is changed, or, if that counts, something is written to the API in any case.
func (in *Info) settles(call ssa.CallInstruction, byWrites bool) bool {
	follows := ir.MayFollow(call)
	for instr := range ir.All[ssa.Instruction](call.Parent().Blocks) {
		if instr == ssa.Instruction(call) || !follows(instr) {
			continue
		}
		switch i := instr.(type) {
		case *ssa.Store:
			if isElsewhere(i.Addr) && !inObject(i.Addr) {
				return true
			}
		case *ssa.MapUpdate:
			if !inObject(i.Map) {
				return true
			}
		case ssa.CallInstruction:
			if ir.IsBuiltin(i.Common(), "delete") && !inObject(i.Common().Args[0]) {
				return true
			}
			if _, writes := in.At(i); byWrites && len(writes) > 0 && in.goesOnTo(call, i) {
				return true
			}
		}
	}
	return false
}

// inObject tells whether an address, or a map, is in an API object.
func inObject(v ssa.Value) bool {
	base, _, _ := ir.Base(v)
	if load, ok := base.(*ssa.UnOp); ok {
		base, _, _ = ir.Base(load.X)
	}
	return kube.IsObject(base.Type())
}

// goesOnTo tells whether the function of both comes to a second call whenever it has come to a first one, unless it fails.
func (in *Info) goesOnTo(first, second ssa.CallInstruction) bool {
	return in.leadsTo(second, first, func(w *walker) []*state {
		_, s := in.outcome(first, anything)
		return []*state{s}
	})
}

// Callers returns the calls in the package that come to a function.
func (in *Info) Callers(fn *ssa.Function) []ssa.CallInstruction { return in.lazy.Index().Callers(fn) }
