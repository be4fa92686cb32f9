package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Failure says what comes of a call that fails, in the function around it.
type Failure struct {
	// Tested says that there are paths on which the error was found to be NotFound. Reads are what they read then, Fails
	// says that one of them ends with an error.
	Tested bool
	Reads  []*Op
	Fails  bool
	// Errs says that there is a path on which the call has failed which ends with an error.
	Errs bool
	// Ends says that all paths on which the call has failed end with an error, or a result that asks to come back, and
	// that nothing is written before.
	Ends bool
}

// Missing returns what comes of a read that doesn't find its object, in each of the functions that lead to it, the
// innermost first.
func (in *Info) Missing(r *Op) []Failure {
	var out []Failure
	for i := len(r.Path) - 1; i >= 0; i-- {
		out = append(out, in.failure(r.Path[i]))
	}
	return out
}

// ComesBack tells whether all that the function around a read does when that has found its object is to fail, or to ask
// to come back.
func (in *Info) ComesBack(r *Op) bool {
	w, s := in.outcome(r.Call, zero)
	back, exits := true, false
	w.onCall = func(s *state, e *event) { back = back && len(e.exits) == 0 }
	w.onExit = func(s *state, ret *ssa.Return) { exits, back = true, back && w.comesBack(s, ret) }
	w.run(s)
	return back && exits && !w.cut && !w.full()
}

// comesBack tells whether a function returns an error, or a result that asks to come back.
func (w *walker) comesBack(s *state, ret *ssa.Return) bool {
	n := len(ret.Results)
	return n > 0 && (isError(ret.Results[n-1].Type()) && w.eval(s, ret.Results[n-1]) == nonzero ||
		kube.IsResult(ret.Results[0].Type()) && w.eval(s, ret.Results[0]) == nonzero)
}

// Ends tells whether all that comes of a read that fails is that the functions which lead to it fail, or ask to come
// back.
func (in *Info) Ends(r *Op) bool {
	return (r.remote == nil || r.remote.Ends) && in.allEnd(r.Path)
}

// allEnd tells whether all that comes of the failure of each call is that the function around it fails, or asks to come
// back.
func (in *Info) allEnd(calls []ssa.CallInstruction) bool {
	return !slices.ContainsFunc(calls, func(call ssa.CallInstruction) bool { return !in.failure(call).Ends })
}

func (in *Info) failure(call ssa.CallInstruction) Failure {
	f, ok := in.failures[call]
	if !ok {
		f = in.findFailure(call)
		in.failures[call] = f
	}
	return f
}

func (in *Info) findFailure(call ssa.CallInstruction) Failure {
	var f Failure
	results := success(call)
	if call.Value() == nil || len(results) == 0 || results[len(results)-1] != zero {
		return f
	}
	w, s := in.outcome(call, nonzero)
	w.onRead = func(s *state, read *Op) {
		if s.marks.Missing {
			f.Reads = append(f.Reads, read)
		}
	}
	all := w.end(func(s *state) bool { return s.knowsNothing() && !w.mayComeBack(s) }, func(s *state, ret *ssa.Return) {
		f.Tested = f.Tested || s.marks.Missing
		n := len(ret.Results)
		f.Fails = f.Fails || s.marks.Missing && n > 0 && isError(ret.Results[n-1].Type()) && w.eval(s, ret.Results[n-1]) != zero
	}, s)
	f.Errs = all.errs
	f.Ends = all.exits && !all.goesOn && !all.writes && !w.full()
	return f
}

// An ending says how the paths from somewhere end.
type ending struct {
	exits  bool // there are some
	errs   bool // one certainly with an error
	goesOn bool // one with neither an error nor a result that asks to come back, or it was left before its end
	writes bool // something is written before
}

func (e *ending) join(other ending) {
	e.exits, e.errs = e.exits || other.exits, e.errs || other.errs
	e.goesOn, e.writes = e.goesOn || other.goesOn, e.writes || other.writes
}

// end walks along the paths from a state, and says how they end. Where a path is like any other that comes to its block,
// what is known of these stands for the rest.
func (w *walker) end(like func(*state) bool, onExit func(*state, *ssa.Return), from *state) ending {
	var all ending
	w.onCall = func(s *state, e *event) { all.writes = all.writes || len(e.exits) > 0 }
	w.onExit = func(s *state, ret *ssa.Return) {
		n := len(ret.Results)
		all.exits = true
		all.errs = all.errs || n > 0 && isError(ret.Results[n-1].Type()) && w.eval(s, ret.Results[n-1]) == nonzero
		all.goesOn = all.goesOn || !w.comesBack(s, ret)
		onExit(s, ret)
	}
	w.idle = func(s *state) bool {
		if !like(s) {
			return false
		}
		all.join(w.in.questions.endings.Of(s.block))
		return true
	}
	w.run(from)
	all.goesOn = all.goesOn || w.cut
	return all
}

// findEnding says how the paths from a block end, whatever led there.
func (in *Info) findEnding(b *ssa.BasicBlock) ending {
	w := &walker{in: in, fn: in.of(b.Parent()), onRead: func(*state, *Op) {}}
	start := &state{block: b, facts: map[ssa.Value]abs{}, writes: carry(ir.Last(b), &Op{})}
	return w.end((*state).knowsNothing, func(*state, *ssa.Return) {}, start)
}

// indexOf returns the index of an instruction in its block.
func indexOf(instr ssa.Instruction) int {
	for i, other := range instr.Block().Instrs {
		if other == instr {
			return i
		}
	}
	return -1
}
