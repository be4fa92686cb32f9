package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// marked tells whether a read can't come after a write of the same object in a later round of loops, since a set that is made outside
// of them has by then what the object is known by, and the read is only done for what it doesn't have.
func (in *Info) marked(write, read *Op, crossed []*ssa.BasicBlock) bool {
	if len(crossed) == 0 || read.Path[0].Parent() != write.Path[0].Parent() {
		return false
	}
	for b := read.Path[0].Block(); b.Idom() != nil; b = b.Idom() {
		set, key := lacking(b)
		if set == nil || slices.ContainsFunc(crossed, func(head *ssa.BasicBlock) bool {
			loop := ir.LoopFrom(head)
			return !loop[b.Idom()] || !isOutside(set, loop)
		}) {
			continue
		}
		t := in.objects.Term(key)
		if in.names(t, write.keys) && in.names(t, read.keys) && in.marks(set, t, write.Path[0], b, crossed) {
			return true
		}
	}
	return false
}

// lacking returns the set, and what it doesn't have, where a condition has found that, which leads to a block from the one that
// dominates it.
func lacking(b *ssa.BasicBlock) (set, key ssa.Value) {
	branch, ok := ir.Last(b.Idom()).(*ssa.If)
	if !ok || len(b.Preds) != 1 {
		return nil, nil
	}
	asked, side := membershipOf(branch.Cond), 1
	if asked.lacks {
		side = 0
	}
	if b.Idom().Succs[side] != b {
		return nil, nil
	}
	return asked.set, asked.key
}

// names tells whether what a set has is an object's key, or a part of that, so that it is the same for the same object.
func (in *Info) names(t *identity.Term, keys []*identity.Term) bool {
	return t != nil && slices.ContainsFunc(keys, func(k *identity.Term) bool {
		if identity.Same(t, k) {
			return true
		}
		of := k.Args
		if k.Kind == identity.KeyTerm {
			of = []*identity.Term{in.objects.FieldOf("Namespace", k.Args[0]), in.objects.FieldOf("Name", k.Args[0])}
		}
		return (k.Kind == identity.KeyTerm || k.Kind == identity.PairTerm) && slices.ContainsFunc(of, func(part *identity.Term) bool { return identity.Same(t, part) })
	})
}

// marks tells whether what is put in a set before the loops go round again, once a write is done, is what the set is asked for: on all
// paths from the write on, or before it, where the set has been found not to have it. Nothing takes it out.
func (in *Info) marks(set ssa.Value, key *identity.Term, write ssa.CallInstruction, asked *ssa.BasicBlock, heads []*ssa.BasicBlock) bool {
	puts := map[*ssa.BasicBlock]bool{}
	for _, ref := range ir.Uses(set) {
		switch use := ref.(type) {
		case *ssa.Lookup, *ssa.DebugRef, *ssa.Range:
		case *ssa.MapUpdate:
			if use.Map != set || ir.IsNone(use.Value) && ir.IsBool(use.Value.Type()) {
				return false
			}
			if identity.Same(in.objects.Term(use.Key), key) {
				puts[use.Block()] = true
			}
		case *ssa.Call:
			s := ir.Symbol(use.Common())
			switch {
			case kube.IsMember(s), ir.IsBuiltin(use.Common(), "len"):
			case !kube.PutsIn(s):
				return false
			case slices.ContainsFunc(in.puttingIn(use), func(t *identity.Term) bool { return identity.Same(t, key) }):
				puts[use.Block()] = true
			}
		default:
			return false
		}
	}
	for b := range puts { // in the block of the write itself, it is either before or behind it
		if asked.Dominates(b) && b.Dominates(write.Block()) {
			return true
		}
	}
	reached := ir.Reachable(func(b *ssa.BasicBlock) []*ssa.BasicBlock {
		if puts[b] {
			return nil
		}
		return b.Succs
	}, write.Block().Succs...)
	return len(puts) > 0 && !slices.ContainsFunc(heads, func(head *ssa.BasicBlock) bool { return reached[head] })
}

// puttingIn returns what a call puts in a set.
func (in *Info) puttingIn(call *ssa.Call) []*identity.Term {
	args := ir.Args(call.Common())
	if len(args) != 2 {
		return nil
	}
	if t := in.objects.Term(args[1]); t != nil && t.Kind == identity.CallTerm && t.Name == identity.List {
		return t.Args
	}
	return nil
}
