package paths

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// valueIn asks whether what is known of a value is of use once control has come to a block.
type valueIn struct {
	v  ssa.Value
	to *ssa.BasicBlock
}

// maxUses is how many uses of a value are looked at before it is taken to be of use for good.
const maxUses = 12

// alive tells whether a value, or what is computed from it, may be used in a block or after it, before it is computed
// anew. What is known of others need not be kept, so that the states of a walk stay small, and become the same again.
func (in *Info) alive(v ssa.Value, to *ssa.BasicBlock) bool {
	switch v := v.(type) {
	case *ssa.FreeVar:
		return false // others may set it
	case *ssa.UnOp:
		if _, captured := v.X.(*ssa.FreeVar); !captured {
			return true // what stands for all loads of a field
		}
	case *ssa.Extract, *ssa.Call, *ssa.BinOp, *ssa.Phi:
	default:
		return true // a variable
	}
	id := valueIn{v, to}
	if alive, ok := in.living[id]; ok {
		return alive
	}
	in.living[id] = true // of a value that is computed from itself
	in.living[id] = in.usedBehind(v, to)
	return in.living[id]
}

func (in *Info) usedBehind(v ssa.Value, to *ssa.BasicBlock) bool {
	refs := *v.Referrers()
	if len(refs) > maxUses {
		return true
	}
	for _, ref := range refs {
		b := ref.Block()
		if b == to {
			return true
		}
		// Who goes round a loop that both are in, computes the value anew.
		again := b.Dominates(to) && in.loopOf(b) == in.loopOf(v.(ssa.Instruction).Block())
		if !again && in.reachOf(to.Parent()).Reaches(to, b) {
			return true
		}
		if made, ok := ref.(ssa.Value); ok && made.Referrers() != nil {
			if _, known := made.(*ssa.Call); !known || isBool(made.Type()) {
				if in.carries(made, to) {
					return true
				}
			}
		}
	}
	return false
}

// carries tells whether a value that was computed from another one is of use itself.
func (in *Info) carries(v ssa.Value, to *ssa.BasicBlock) bool {
	switch v.(type) {
	case *ssa.Extract, *ssa.Call, *ssa.BinOp, *ssa.Phi:
		return in.alive(v, to)
	}
	return in.usedBehind(v, to)
}

// reachOf returns which blocks of a function can come after which.
func (in *Info) reachOf(fn *ssa.Function) *ir.Reach {
	return in.reaches.Of(fn, ir.NewReach)
}

// loopOf returns what stands for the innermost loop that a block is in: its first block, nil if it is in none.
func (in *Info) loopOf(b *ssa.BasicBlock) *ssa.BasicBlock {
	return in.loops.Of(b, func(head *ssa.BasicBlock) *ssa.BasicBlock {
		for head != nil && !in.loopFrom(head)[b] {
			head = head.Idom()
		}
		return head
	})
}

// loopFrom returns the blocks of the loop that begins with a block, nil if none does.
func (in *Info) loopFrom(head *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	return in.bodies.Of(head, ir.LoopFrom)
}
