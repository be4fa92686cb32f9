package paths

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/condition"
	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
)

// opposed tells whether a read can't come after a write, since a setting is another one where it is done.
func (in *Info) opposed(write, read *Op, crossed []*ssa.BasicBlock) bool {
	answers := in.conditions.For(write.Path)
	if len(answers) == 0 {
		return false
	}
	excluded := func(said []condition.Answer) bool {
		return slices.ContainsFunc(said, func(a condition.Answer) bool {
			return slices.ContainsFunc(answers, a.Excludes) && !varies(a.Setting, crossed) && in.lasts(a, write, read)
		})
	}
	return excluded(in.conditions.For(read.Path)) || slices.ContainsFunc(in.conditions.Ways(read.Path), func(ways [][]condition.Answer) bool {
		return !slices.ContainsFunc(ways, func(said []condition.Answer) bool { return !excluded(said) })
	})
}

// lasts tells whether an answer is the same at a write and at a read after it: nothing that may come before the read sets what a
// function looks at that gives the answer, or reads it anew.
func (in *Info) lasts(a condition.Answer, write, read *Op) bool {
	if !a.IsPredicate() {
		return true
	}
	args := ir.Args(a.Setting.Call.Common())
	for n, of := range a.Setting.Args {
		if _, constant := args[n].(*ssa.Const); constant {
			continue
		}
		if of.Kind != identity.LeafTerm || of.Leaf.Parent() != read.Path[0].Parent() || identity.Same(in.objects.Pointer(of.Leaf), write.pointer) ||
			!in.remains(of.Leaf, in.footprints.Bound(in.conditions.Looks(a.Setting.Call, n), a.Setting.Call), in.conditions.AsksUnset(a.Setting.Call), write, read) {
			return false
		}
	}
	return true
}

// remains tells whether nothing that may come before a read sets one of the fields of an object, reads the object anew after
// a write, or puts the server's answer into it. Of fields that nothing in the package sets, it isn't these that something is set in
// which lies deeper than it is told apart.
func (in *Info) remains(object ssa.Value, fields footprint.Set, unset bool, write, read *Op) bool {
	first, last := write.Path[0], read.Path[0]
	precedes, follows := ir.MayPrecede(last), ir.MayFollow(first)
	set := in.footprints.Edits(flow.At(object, "")).Before(nil, func(by ssa.Instruction) bool {
		return by == ssa.Instruction(first) || by == ssa.Instruction(last) || precedes(by)
	})
	if unset {
		set = set.Shallow()
	}
	if set.Meets(fields) {
		return false
	}
	is := in.objects.Pointer(object)
	for _, op := range slices.Concat(in.of(last.Parent()).reads, in.Writes(last.Parent())) {
		at := op.Path[0]
		if identity.Same(op.pointer, is) && (at == first || at == last || follows(at) && precedes(at)) {
			return false
		}
	}
	return true
}

// Impossible tells whether control can't come from a function to the last of some places, each of which is in the function that the
// one before calls, as far as conditions say.
func (in *Info) Impossible(from *ssa.Function, way []ssa.Instruction) bool {
	return in.conditions.Impossible(from, way)
}

// once tells whether a read can't come after a write in a later round of a loop, since both are done for an element that is
// a given constant: no other element is the same, as names of finalizers or of steps are not.
func once(write, read *Op, crossed []*ssa.BasicBlock) bool {
	return slices.ContainsFunc(crossed, func(head *ssa.BasicBlock) bool {
		for is := range elementsAt(head, write.Path[0].Block()) {
			if elementsAt(head, read.Path[0].Block())[is] {
				return true
			}
		}
		return false
	})
}

// OfSomeElements tells whether a loop comes to a write and the read after it in two of its rounds, and to each for some of its
// elements only: perhaps for one.
func (p *Pair) OfSomeElements() bool {
	write, read := p.Write.Path[0].Block(), p.Read.Path[0].Block()
	loop := ir.LoopOf(write)
	if !loop[read] || p.Write.Path[0] != p.Read.Path[0] && write == read {
		return false
	}
	head, some := ofSome(write, loop)
	_, also := ofSome(read, loop)
	inRound := func(b *ssa.BasicBlock) []*ssa.BasicBlock {
		return slices.DeleteFunc(slices.Clone(b.Succs), func(s *ssa.BasicBlock) bool { return s == head })
	}
	return some && also && !ir.Reachable(inRound, inRound(write)...)[read]
}

// ofSome returns the head of a loop, and whether a round comes to a block by what its element is.
func ofSome(b *ssa.BasicBlock, loop map[*ssa.BasicBlock]bool) (head *ssa.BasicBlock, some bool) {
	for ; loop[b.Idom()]; b = b.Idom() {
		branch, ok := ir.Last(b.Idom()).(*ssa.If)
		some = some || ok && len(b.Preds) == 1 && hangsOnElement(branch.Cond, maxFollowed)
	}
	return b, some
}

// hangsOnElement tells whether a value is computed of the element that a round of a loop is about.
func hangsOnElement(v ssa.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	switch v := v.(type) {
	case *ssa.Extract:
		if _, ok := v.Tuple.(*ssa.Next); ok {
			return v.Index > 0 // the first is whether there is one
		}
	case *ssa.Alloc: // a copy of one
		stored := ir.StoredAt(v)
		return len(stored) == 1 && hangsOnElement(stored[0], depth-1)
	}
	if isElement(v) {
		return true
	}
	instr, ok := v.(ssa.Instruction)
	return ok && slices.ContainsFunc(instr.Operands(nil), func(of *ssa.Value) bool { return *of != nil && hangsOnElement(*of, depth-1) })
}

// An element says which constant an element is that a round of a loop is about.
type element struct {
	value ssa.Value
	is    string
}

// elementsAt returns what is known of elements in a block of a loop with that head.
func elementsAt(head, b *ssa.BasicBlock) map[element]bool {
	out := map[element]bool{}
	for d := b.Idom(); d != nil && head.Dominates(d); d = d.Idom() {
		branch, ok := ir.Last(d).(*ssa.If)
		if !ok || len(d.Succs[0].Preds) != 1 || !d.Succs[0].Dominates(b) {
			continue
		}
		if of, is := ir.Compared(branch.Cond, token.EQL); is != nil && isElement(of) {
			out[element{of, ir.Exactly(is)}] = true
		}
	}
	return out
}

// isElement tells whether a value is the element of a list or map that a round of a loop is about.
func isElement(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.UnOp:
		at, ok := v.X.(*ssa.IndexAddr)
		if !ok || v.Op != token.MUL {
			return false
		}
		_, fixed := at.Index.(*ssa.Const)
		return !fixed
	case *ssa.Extract:
		_, ok := v.Tuple.(*ssa.Next)
		return ok
	}
	return false
}
