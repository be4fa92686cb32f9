package paths

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// A renewing says where a function has written an object, and what is read in it is old no more.
type renewing struct {
	first map[*ssa.BasicBlock]ssa.CallInstruction // of each block
	past  func(*ssa.BasicBlock) bool              // tells whether control has come through such a block when it comes to the end of another
}

// renewedBy returns where these calls of a function, in the order of its instructions, have been made.
func renewedBy(calls []ssa.CallInstruction) renewing {
	r := renewing{first: map[*ssa.BasicBlock]ssa.CallInstruction{}}
	var in []*ssa.BasicBlock
	for _, call := range calls {
		if b := call.Block(); r.first[b] == nil {
			r.first[b] = call
			in = append(in, b)
		}
	}
	r.past = ir.DominatedBy(in)
	return r
}

// before tells whether one of the calls has always been made when control comes to an instruction.
func (r renewing) before(instr ssa.Instruction) bool {
	if r.past == nil {
		return false
	}
	call := r.first[instr.Block()]
	return r.past(instr.Block().Idom()) || call != nil && ir.Before(call, instr)
}

// refusals notes the updates that are refused if the object is old, and what becomes of their errors, and the writes that put the
// server's answer in the object.
func (w *weigher) refusals() {
	var refused, renewed []ssa.CallInstruction
	for _, call := range w.in.of(w.fn).calls {
		switch {
		case !w.behind(call):
			continue
		case w.in.answers(call, w.object):
			renewed = append(renewed, call)
		}
		if !w.in.refuses(call, w.object) {
			continue
		}
		refused = append(refused, call)
		f := w.in.refusal(call)
		w.Sent = w.Sent || f.Errs && !f.Lost
		w.Lost = w.Lost || f.Lost
		w.Unseen = w.Unseen || !f.Errs && !f.Lost
	}
	w.refused, w.renewed = renewedBy(refused), renewedBy(renewed)
}

// counts tells whether an instruction can come to see what an old object had: not behind an update of it, which was refused then, or
// a write that has put the server's answer in it, unless what it sees is a number, a text or a flag that was made before.
func (w *weigher) counts(v ssa.Value, instr ssa.Instruction) bool {
	if !w.behind(instr) || w.refused.before(instr) {
		return false
	}
	made, ok := v.(ssa.Instruction)
	return !w.renewed.before(instr) || ok && isBasicValue(v) && !w.renewed.before(made)
}

func isBasicValue(v ssa.Value) bool {
	_, ok := v.Type().Underlying().(*types.Basic)
	return ok
}
