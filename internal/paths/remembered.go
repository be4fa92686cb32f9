package paths

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
)

// remembered tells whether a branch asks a set whether it lacks something, and what is done if so is only done for what a map lacks, too,
// that is there for as long as the program runs, and gets it then: what a list doesn't have yet of the program's own, that has.
func (in *Info) remembered(branch *ssa.If) bool {
	asked, lacks := membershipOf(branch.Cond), branch.Block().Succs[1]
	if asked.lacks {
		lacks = branch.Block().Succs[0]
	}
	if asked.set == nil || len(lacks.Preds) != 1 {
		return false
	}
	has := otherSide(branch, lacks)
	if d := branch.Block().Idom(); d != nil {
		if memory, key := lacking(branch.Block()); memory != nil && in.isMemory(memory) {
			return key == asked.key && otherSide(ir.Last(d).(*ssa.If), branch.Block()) == has && in.puts(lacks, memory, key)
		}
	}
	next, ok := ir.Last(lacks).(*ssa.If)
	if !ok || slices.ContainsFunc(lacks.Instrs, acts) {
		return false
	}
	also, free := membershipOf(next.Cond), lacks.Succs[1]
	if also.lacks {
		free = lacks.Succs[0]
	}
	return also.set != nil && also.key == asked.key && otherSide(next, free) == has && len(free.Preds) == 1 &&
		in.isMemory(also.set) && in.puts(free, also.set, also.key)
}

// otherSide is the block to which a branch goes if it doesn't go to that one.
func otherSide(branch *ssa.If, to *ssa.BasicBlock) *ssa.BasicBlock {
	if succs := branch.Block().Succs; succs[0] != to {
		return succs[0]
	}
	return branch.Block().Succs[1]
}

// puts tells whether something is put in a map in a block.
func (in *Info) puts(b *ssa.BasicBlock, memory, key ssa.Value) bool {
	return slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool {
		put, ok := instr.(*ssa.MapUpdate)
		return ok && put.Key == key && !ir.IsNone(put.Value) && identity.Same(in.objects.Term(put.Map), in.objects.Term(memory))
	})
}

// isAlloc tells whether a value is the address of a variable of the function.
func isAlloc(v ssa.Value) bool {
	_, ok := v.(*ssa.Alloc)
	return ok
}

// hasField tells whether a type is a struct with a field.
func hasField(t types.Type, field *types.Var) bool {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range s.Fields() {
		if f == field {
			return true
		}
	}
	return false
}

// isMemory tells whether a map is in a field of what a function is given, which is set where that is made, and from which nothing is
// taken.
func (in *Info) isMemory(set ssa.Value) bool {
	field := ir.FieldRead(set)
	return ir.IsMap(set.Type()) && in.lazy.IsOwnField(field) && in.outlives(set, maxOutlived) && in.memories.Of(field, in.onlyGains)
}

// onlyGains tells whether nothing in the package may take something from the map in a field, or put another map there.
func (in *Info) onlyGains(field *types.Var) bool {
	for _, fn := range in.Functions {
		for instr := range ir.All[ssa.Instruction](fn.Blocks) {
			switch i := instr.(type) {
			case *ssa.Store:
				addr, ofField := i.Addr.(*ssa.FieldAddr)
				if ofField && ir.FieldAt(addr) == field && !isAlloc(addr.X) || !ofField && !isAlloc(i.Addr) && hasField(i.Val.Type(), field) {
					return false
				}
			case *ssa.MapUpdate:
				if ir.FieldRead(i.Map) == field && ir.IsNone(i.Value) {
					return false
				}
			case ssa.CallInstruction: // any but len may take something away
				reads := func(arg ssa.Value) bool { return ir.IsMap(arg.Type()) && ir.FieldRead(arg) == field }
				if !ir.IsBuiltin(i.Common(), "len") && slices.ContainsFunc(i.Common().Args, reads) {
					return false
				}
			}
		}
	}
	return true
}
