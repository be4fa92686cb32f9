package paths

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// byRound tells whether a write is only done for such elements of a list as have in a field, which the write leaves as it is,
// what is another value in each round of the loops that went round: what one round has written, the next one skips.
func (in *Info) byRound(write, list *Op, crossed []*ssa.BasicBlock) bool {
	if list.Verb != kube.VerbList || len(crossed) == 0 {
		return false
	}
	for i, call := range write.Path {
		if i >= len(list.Path) || list.Path[i].Parent() != call.Parent() {
			break
		}
		for d := call.Block(); d.Idom() != nil; d = d.Idom() {
			if field, value := equalAt(d); value != nil && !in.Changed(write).Meets(footprint.Set{field: true}) && varies(in.outermost(value, write.Path[:i+1]), crossed) {
				return true
			}
		}
		if i+1 < len(write.Path) && i+1 < len(list.Path) && call != list.Path[i] {
			break
		}
	}
	return false
}

// equalAt returns the field of a list's element which a condition has found to be equal to a value that is no constant, where
// it leads to a block from the one that dominates it.
func equalAt(b *ssa.BasicBlock) (field string, value ssa.Value) {
	branch, ok := ir.Last(b.Idom()).(*ssa.If)
	if !ok || len(b.Preds) != 1 {
		return "", nil
	}
	test, ok := branch.Cond.(*ssa.BinOp)
	if !ok || !(test.Op == token.EQL && branch.Block().Succs[0] == b || test.Op == token.NEQ && branch.Block().Succs[1] == b) {
		return "", nil
	}
	for _, sides := range [2][2]ssa.Value{{test.X, test.Y}, {test.Y, test.X}} {
		load, ok := sides[0].(*ssa.UnOp)
		if !ok || load.Op != token.MUL {
			continue
		}
		addr, ok := load.X.(*ssa.FieldAddr)
		if _, constant := sides[1].(*ssa.Const); ok && !constant && isOfElement(addr.X, maxFollowed) {
			return pathOf(addr), sides[1]
		}
	}
	return "", nil
}

// isOfElement tells whether an address is in an element of a list, or in a copy of one.
func isOfElement(addr ssa.Value, depth int) bool {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		return depth > 0 && isOfElement(a.X, depth-1)
	case *ssa.IndexAddr:
		return true
	case *ssa.UnOp:
		return a.Op == token.MUL && isOfElement(a.X, depth-1)
	case *ssa.Alloc:
		return depth > 0 && slices.ContainsFunc(ir.StoredAt(a), func(v ssa.Value) bool { return isElement(v) })
	}
	return false
}

// outermost is the term of a value in the innermost function that some calls lead to, in terms of the outermost.
func (in *Info) outermost(v ssa.Value, path []ssa.CallInstruction) *identity.Term {
	t := in.objects.Term(v)
	for i := len(path) - 1; i > 0 && t != nil; i-- {
		t = in.objects.Lift(t, path[i].Parent(), path[i-1].Common())
	}
	return t
}

// comesAgain tells whether each round of a loop has a value again, which is made in it: what a loop inside counts, an element of
// what is the same in all rounds, or what is computed of that.
func comesAgain(v ssa.Value, outer *ssa.BasicBlock) bool {
	at, ok := v.(ssa.Instruction)
	if !ok || outer.Parent() != at.Parent() {
		return false
	}
	around, inner := ir.LoopFrom(outer), ir.LoopOf(at.Block())
	if _, counts := v.(*ssa.Phi); counts {
		return around[at.Block()] && inner != nil && !inner[outer] && isNumber(v.Type())
	}
	if extract, ok := v.(*ssa.Extract); ok && isElement(v) {
		over, ok := extract.Tuple.(*ssa.Next).Iter.(*ssa.Range)
		return ok && inner != nil && !inner[outer] && isOutside(over.X, around)
	}
	if load, ok := v.(*ssa.UnOp); ok {
		if of, ok := load.X.(*ssa.IndexAddr); ok && ofElement(load, 0) {
			return inner != nil && !inner[outer] && isOutside(of.X, around)
		}
	}
	return around[at.Block()] && isOutside(v, around)
}

func isNumber(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// isOutside tells whether a value is made outside of a loop, or lists the elements of a set that is.
func isOutside(v ssa.Value, loop map[*ssa.BasicBlock]bool) bool {
	instr, ok := v.(ssa.Instruction)
	if !ok || !loop[instr.Block()] {
		return true
	}
	call, ok := v.(*ssa.Call)
	return ok && kube.ListsSet(ir.Symbol(call.Common())) && !slices.ContainsFunc(call.Call.Args, func(of ssa.Value) bool { return !isOutside(of, loop) })
}
