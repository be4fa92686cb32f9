package paths

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Missing says what comes of a read that doesn't find its object, in the function around one of the calls that lead to
// it.
type Missing struct {
	// Tested says that there are paths on which the error was found to be NotFound. Reads are what they read then, Fails
	// says that one of them ends with an error.
	Tested bool
	Reads  []*Op
	Fails  bool
	// Ends says that all paths on which the read has failed end with an error, or a result that asks to come back, and
	// that nothing is written before.
	Ends bool
}

// Missing returns what comes of a read that doesn't find its object, in each of the functions that lead to it, the
// innermost first.
func (in *Info) Missing(r *Op) []Missing {
	var out []Missing
	for i := len(r.Path) - 1; i >= 0; i-- {
		out = append(out, in.missing(r, r.Path[i]))
	}
	return out
}

func (in *Info) missing(r *Op, call ssa.CallInstruction) Missing {
	var m Missing
	results := success(call)
	value, ok := call.(ssa.Value)
	if !ok || len(results) == 0 || results[len(results)-1] != zero {
		return m
	}
	results[len(results)-1] = nonzero
	s := &state{block: call.Block(), index: indexOf(call) + 1, facts: map[ssa.Value]abs{}, writes: []*Op{r}}
	know(s, value, results)
	in.dominating(s)
	ends, exits, writes := true, false, false
	w := &walker{in: in, fn: in.of(call.Parent()), from: call, fails: true}
	w.onRead = func(s *state, read *Op) {
		if s.marks.Missing {
			m.Reads = append(m.Reads, read)
		}
	}
	w.onCall = func(s *state, e *event) { writes = writes || len(e.exits) > 0 }
	w.onExit = func(s *state, ret *ssa.Return) {
		m.Tested = m.Tested || s.marks.Missing
		exits = true
		n := len(ret.Results)
		failed := n > 0 && isError(ret.Results[n-1].Type()) && w.eval(s, ret.Results[n-1]) != zero
		m.Fails = m.Fails || s.marks.Missing && failed
		certain := failed && w.eval(s, ret.Results[n-1]) == nonzero
		ends = ends && (certain || n > 0 && kube.IsResult(ret.Results[0].Type()) && w.eval(s, ret.Results[0]) == nonzero)
	}
	w.run(s)
	m.Ends = ends && exits && !writes && !w.cut && len(w.seen) < maxStates
	return m
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
