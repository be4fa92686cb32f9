package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

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
	return back && exits && !w.cut && len(w.seen) < maxStates
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
	ends, exits, writes := true, false, false
	w.onRead = func(s *state, read *Op) {
		if s.marks.Missing {
			f.Reads = append(f.Reads, read)
		}
	}
	w.onCall = func(s *state, e *event) { writes = writes || len(e.exits) > 0 }
	w.onExit = func(s *state, ret *ssa.Return) {
		f.Tested = f.Tested || s.marks.Missing
		exits = true
		n := len(ret.Results)
		failed := n > 0 && isError(ret.Results[n-1].Type()) && w.eval(s, ret.Results[n-1]) != zero
		f.Fails = f.Fails || s.marks.Missing && failed
		f.Errs = f.Errs || failed && w.eval(s, ret.Results[n-1]) == nonzero
		ends = ends && w.comesBack(s, ret)
	}
	w.run(s)
	f.Ends = ends && exits && !writes && !w.cut && len(w.seen) < maxStates
	return f
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
