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
	start := ir.Last(fn.Blocks[0])
	return in.leadsTo(call, start, func(*walker) []*state {
		return []*state{{block: fn.Blocks[0], facts: map[ssa.Value]abs{}, writes: carry(start, &Op{})}}
	})
}

// leadsTo walks paths of the function around a call: those that don't come to it have to fail.
func (in *Info) leadsTo(call ssa.CallInstruction, from ssa.Instruction, starts func(*walker) []*state) bool {
	if _, plain := call.(*ssa.Call); !plain {
		return false
	}
	all := true
	w := &walker{in: in, fn: in.of(call.Parent()), from: from, onRead: func(*state, *Op) {}}
	w.onExit = func(s *state, ret *ssa.Return) { all = all && fails(w, s, ret) }
	w.each = func(_ *state, instr ssa.Instruction) bool { return instr != ssa.Instruction(call) }
	w.run(starts(w)...)
	return all && !w.cut && !w.full()
}

// A following asks whether a function that has done an operation by one call comes to another.
type following struct {
	by, done, then ssa.CallInstruction
}

// Follows tells whether the function around both comes to what leads to a read whenever it has come to what leads to a write, and that
// is done, unless it fails.
func (in *Info) Follows(write, read *Op) bool {
	return in.leads.Of(following{write.Path[0], write.Call, read.Path[0]}, in.isFollowing)
}

func (in *Info) isFollowing(of following) bool {
	e := in.event(of.by)
	if e == nil || of.by.Parent() != of.then.Parent() {
		return false
	}
	return in.leadsTo(of.then, of.by, func(w *walker) (starts []*state) {
		index := slices.Index(of.by.Block().Instrs, ssa.Instruction(of.by))
		for _, x := range e.exits {
			if i := slices.IndexFunc(x.writes, func(op *Op) bool { return op.Call == of.done }); i >= 0 {
				starts = append(starts, w.begins(of.by, index, exit{results: x.results, left: x.left, writes: x.writes[i : i+1]}))
			}
		}
		return starts
	})
}
