package paths

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A likeness is that a part of an object is what it was when it was copied, as a condition has found.
type likeness struct {
	path           string
	copied, tested *ssa.Call
}

// undoes tells whether an edit has changed nothing of that part: it was done between the copy and the condition.
func (l likeness) undoes(e footprint.Edit) bool {
	return e.By != nil && e.By.Parent() == l.tested.Parent() && footprint.PathIn(e.Path, l.path) && ir.Before(l.copied, e.By) && !ir.MayFollow(l.tested)(e.By)
}

// likenesses returns the parts of an object of which it is known where a call is made that they are as they were.
func (in *Info) likenesses(object ssa.Value, call ssa.CallInstruction) (out []likeness) {
	for d := call.Block().Idom(); d != nil; d = d.Idom() {
		branch, ok := ir.Last(d).(*ssa.If)
		if !ok {
			continue
		}
		cond, side := branch.Cond, 0
		if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
			cond, side = not.X, 1
		}
		if to := d.Succs[side]; len(to.Preds) != 1 || !to.Dominates(call.Block()) {
			continue
		}
		test, ok := cond.(*ssa.Call)
		if !ok || !kube.ComparesDeeply(ir.Symbol(test.Common())) {
			continue
		}
		if _, args := ir.Receiver(test.Common()); len(args) == 2 {
			for i := range args {
				if l := in.likeness(object, args[i], args[1-i]); l.copied != nil {
					l.tested = test
					out = append(out, l)
				}
			}
		}
	}
	return out
}

// likeness returns which part of an object is compared with what, if that is a copy of it that nothing is set in.
func (in *Info) likeness(object, part, other ssa.Value) likeness {
	base, path := partAt(part)
	copied, inner := partAt(other)
	source, by := copyOf(copied)
	if base != object || by == nil || len(in.footprints.Edits(flow.At(copied, "")).Set) > 0 {
		return likeness{}
	}
	of, outer := partAt(source)
	if of != object || footprint.Join(outer, inner) != path {
		return likeness{}
	}
	return likeness{path: path, copied: by}
}

// partAt returns the object that a value is a part of, or its address, and the path of that part.
func partAt(v ssa.Value) (object ssa.Value, path string) {
	v = identity.Root(v)
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		v = identity.Root(load.X)
	}
	for addr, ok := v.(*ssa.FieldAddr); ok; addr, ok = v.(*ssa.FieldAddr) {
		if v = identity.Root(addr.X); !ir.Promotes(ir.FieldAt(addr)) {
			path = footprint.Join(ir.FieldAt(addr).Name(), path)
		}
	}
	return v, path
}

// beforeUnlike are the fields that are set in an object before a call, where it counts, but for those of which it is known there that
// they are as they were.
func (in *Info) beforeUnlike(object ssa.Value, call ssa.CallInstruction, counts func(ssa.Instruction) bool) footprint.Set {
	all := in.footprints.Edits(flow.At(object, ""))
	same := in.likenesses(object, call)
	if len(same) == 0 {
		return all.Before(call, counts)
	}
	changed := footprint.Edits{Set: map[footprint.Edit]bool{}}
	for e := range all.Set {
		if !slices.ContainsFunc(same, func(l likeness) bool { return l.undoes(e) }) {
			changed.Set[e] = true
		}
	}
	return changed.Before(call, counts)
}
