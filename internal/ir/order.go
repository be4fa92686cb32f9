package ir

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Last returns the instruction that ends a block, nil for an empty one.
func Last(b *ssa.BasicBlock) ssa.Instruction {
	if len(b.Instrs) == 0 {
		return nil
	}
	return b.Instrs[len(b.Instrs)-1]
}

// Before tells whether instruction a is on every path to b, and not b itself. Both are of one function; otherwise it is
// false.
func Before(a, b ssa.Instruction) bool {
	if a.Parent() != b.Parent() {
		return false
	}
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	for _, instr := range a.Block().Instrs {
		switch instr {
		case b:
			return false
		case a:
			return true
		}
	}
	return false
}

// MayFollow returns whether an instruction can be executed after another one of the same function; true of those of
// other functions.
func MayFollow(first ssa.Instruction) func(ssa.Instruction) bool {
	reached := ReachedFrom(first.Block())
	return func(instr ssa.Instruction) bool {
		if instr.Parent() != first.Parent() || reached[instr.Block()] {
			return true
		}
		return instr.Block() == first.Block() && Before(first, instr)
	}
}

// MayPrecede returns whether an instruction can be executed before another one of the same function; true of those of
// other functions.
func MayPrecede(last ssa.Instruction) func(ssa.Instruction) bool {
	reaching := map[*ssa.BasicBlock]bool{}
	for todo := slices.Clone(last.Block().Preds); len(todo) > 0; {
		next := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !reaching[next] {
			reaching[next] = true
			todo = append(todo, next.Preds...)
		}
	}
	return func(instr ssa.Instruction) bool {
		if instr.Parent() != last.Parent() || reaching[instr.Block()] {
			return true
		}
		return instr.Block() == last.Block() && Before(instr, last)
	}
}

// ReachedFrom returns the blocks that can come after a block; itself only if it is in a loop.
func ReachedFrom(b *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	reached := map[*ssa.BasicBlock]bool{}
	for todo := slices.Clone(b.Succs); len(todo) > 0; {
		next := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !reached[next] {
			reached[next] = true
			todo = append(todo, next.Succs...)
		}
	}
	return reached
}

// InLoop tells whether a block can come after itself.
func InLoop(b *ssa.BasicBlock) bool { return ReachedFrom(b)[b] }

// LoopOf returns the blocks of the innermost loop that the block is in, nil if it is in none.
func LoopOf(b *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	for head := b; head != nil; head = head.Idom() {
		if loop := LoopFrom(head); loop[b] {
			return loop
		}
	}
	return nil
}

// LoopFrom returns the blocks of the loop that begins with the block, nil if none does.
func LoopFrom(head *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	var loop map[*ssa.BasicBlock]bool
	for _, latch := range head.Preds {
		if !head.Dominates(latch) {
			continue
		}
		if loop == nil {
			loop = map[*ssa.BasicBlock]bool{head: true}
		}
		for todo := []*ssa.BasicBlock{latch}; len(todo) > 0; {
			x := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if !loop[x] {
				loop[x] = true
				todo = append(todo, x.Preds...)
			}
		}
	}
	return loop
}
