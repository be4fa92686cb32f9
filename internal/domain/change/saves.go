package change

import (
	"cmp"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// saves are the writes of one object in a function. What they say of an instruction is found out of all of them at once:
// there may be as many as there are changes that ask.
type saves struct {
	made  ssa.Instruction                 // what makes the object, nil if that isn't seen
	in    map[*ssa.BasicBlock][]*ssa.Call // the writes of each block
	after map[*ssa.BasicBlock]upcoming    // those that may be executed after the end of a block, before another object is made
	good  []*ssa.BasicBlock               // where one of them has succeeded
	done  func(*ssa.BasicBlock) bool      // tells whether one of them has succeeded wherever control comes to a block
}

// upcoming is a write, and whether there is another.
type upcoming struct {
	write *ssa.Call
	more  bool
}

// isSaved tells whether an effect is only there if a write of the object that it changes has succeeded, and whether a
// write of it may come afterwards.
func (t *tracer) isSaved(e Effect) (saved, sent bool) {
	all := t.saves.Of(e.By.Parent(), t.findSaves)
	v, leads := e.Target, len(all) > 0
	for away := 0; leads && away < maxAway; away++ {
		v, _, _ = ir.Base(ir.Unwrap(v))
		if s := all[v]; s != nil {
			saved = saved || s.done(e.By.Block())
			sent = sent || s.mayFollow(e.By, t.position)
		}
		step := ir.StepOf(v)
		if leads = step.Kind == ir.Load; leads {
			v = step.From[0]
		}
	}
	return saved, sent
}

func (t *tracer) findSaves(fn *ssa.Function) map[ssa.Value]*saves {
	all := map[ssa.Value]*saves{}
	for _, write := range t.writesIn(fn) {
		object := WrittenBy(write)
		if object == nil {
			continue
		}
		s := all[object]
		if s == nil {
			s = &saves{in: map[*ssa.BasicBlock][]*ssa.Call{}, after: map[*ssa.BasicBlock]upcoming{}}
			s.made, _ = object.(ssa.Instruction)
			all[object] = s
		}
		s.in[write.Block()] = append(s.in[write.Block()], write)
		s.good = append(s.good, ir.SucceededIn(write)...)
		if s.made == nil || !ir.Before(s.made, write) || s.made.Block() != write.Block() {
			s.comes(write)
		}
	}
	for _, s := range all {
		s.done = ir.DominatedBy(s.good)
	}
	return all
}

// comes notes a write in the blocks from which control can come to it, until the object is made.
func (s *saves) comes(write *ssa.Call) {
	for todo := slices.Clone(write.Block().Preds); len(todo) > 0; {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		at := s.after[b]
		if at.more || at.write == write {
			continue
		}
		s.after[b] = upcoming{write, at.write != nil}
		if s.made == nil || s.made.Block() != b {
			todo = append(todo, b.Preds...)
		}
	}
}

// mayFollow tells whether one of the writes may be executed after an instruction, which is not itself that write, and
// before another object is made.
func (s *saves) mayFollow(instr ssa.Instruction, position func(ssa.Instruction) int) bool {
	b, since := instr.Block(), true
	if s.made != nil && s.made.Block() == b {
		since = position(s.made) < position(instr)
	}
	if at := s.after[b]; since && (at.more || at.write != nil && at.write != instr) {
		return true
	}
	n, same := slices.BinarySearchFunc(s.in[b], instr, func(w *ssa.Call, instr ssa.Instruction) int { return cmp.Compare(position(w), position(instr)) })
	if same {
		n++
	}
	return n < len(s.in[b]) && (since || position(s.in[b][n]) < position(s.made))
}
