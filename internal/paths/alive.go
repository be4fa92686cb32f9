package paths

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// alive tells whether a walk may ask what is known of a value once control has come to a block, before the value is computed
// anew. What is known of others need not be kept, so that the states of a walk stay small, and become the same again.
func (in *Info) alive(v ssa.Value, to *ssa.BasicBlock) bool {
	switch v := v.(type) {
	case *ssa.FreeVar:
		return false // others may set it
	case *slot:
		return true // callers may ask
	case *ssa.Alloc:
		return in.asked(to.Parent())[v]
	case *ssa.UnOp:
		if in.isGuard(v) {
			return true
		}
	}
	live := in.living.Of(v, in.liveBlocks)
	return to.Index < len(live) && live[to.Index]
}

// liveBlocks returns for each block of a function, by its index, whether a value is alive where control comes to it.
func (in *Info) liveBlocks(v ssa.Value) []bool {
	fn := v.Parent()
	made, first := fn.Blocks[0], true
	if instr, ok := v.(ssa.Instruction); ok {
		made = instr.Block()
		_, first = v.(*ssa.Phi)
	}
	live := make([]bool, len(fn.Blocks))
	todo := in.usesOf(v)
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if live[b.Index] || b == made && !first {
			continue
		}
		if live[b.Index] = true; b != made {
			todo = append(todo, b.Preds...)
		}
	}
	return live
}

// usesOf returns the blocks in which a walk may ask what is known of a value, or of one that hangs on it; for a phi, those
// from which control comes with it.
func (in *Info) usesOf(v ssa.Value) (blocks []*ssa.BasicBlock) {
	seen := map[ssa.Value]bool{v: true}
	for todo := []ssa.Value{v}; len(todo) > 0; {
		of := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if of.Referrers() == nil {
			continue
		}
		for _, ref := range ir.Uses(of) {
			if !in.hangs(ref, of) {
				continue
			}
			if phi, ok := ref.(*ssa.Phi); ok {
				for i, edge := range phi.Edges {
					if edge == of {
						blocks = append(blocks, phi.Block().Preds[i])
					}
				}
				continue
			}
			// What is known of a result is worked out where it is asked for, of what is known of others then.
			blocks = append(blocks, ref.Block())
			if made, ok := ref.(ssa.Value); ok && !seen[made] {
				seen[made] = true
				todo = append(todo, made)
			}
		}
	}
	return blocks
}

// reachOf returns which blocks of a function can come after which.
func (in *Info) reachOf(fn *ssa.Function) *ir.Reach {
	return in.reaches.Of(fn, ir.NewReach)
}

// loopFrom returns the blocks of the loop that begins with a block, nil if none does.
func (in *Info) loopFrom(head *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	return in.bodies.Of(head, ir.LoopFrom)
}
