package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// Always tells whether each of the functions that a call leads through to an operation comes to it whenever it is called, unless
// it fails: nothing in them chooses whether it is done. What functions of other packages choose isn't seen.
func (in *Info) Always(op *Op) bool {
	return op.Where == "" && !slices.ContainsFunc(op.Path[1:], func(call ssa.CallInstruction) bool { return !in.always.Of(call, in.isAlways) })
}

// isAlways walks the paths of the function around a call that don't come to it: all of them have to fail.
func (in *Info) isAlways(call ssa.CallInstruction) bool {
	fn := call.Parent()
	if _, plain := call.(*ssa.Call); !plain {
		return false
	}
	all, start := true, ir.Last(fn.Blocks[0])
	w := &walker{in: in, fn: in.of(fn), from: start, onRead: func(*state, *Op) {}}
	w.onExit = func(s *state, ret *ssa.Return) { all = all && fails(w, s, ret) }
	w.each = func(_ *state, instr ssa.Instruction) bool { return instr != ssa.Instruction(call) }
	w.run(&state{block: fn.Blocks[0], facts: map[ssa.Value]abs{}, writes: carry(start, &Op{})})
	return all && !w.cut && !w.full()
}
