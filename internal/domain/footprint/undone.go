package footprint

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// SetBefore returns what is set in an object before a call that leads to its write: since an instruction, if that is of the
// function of this call or of the inner one, and whether it is.
func (f *Finder) SetBefore(object ssa.Value, call, inner ssa.CallInstruction, from ssa.Instruction) (Set, bool) {
	return f.SetBeforeBy(object, call, inner, from, func(Edit) (Set, bool) { return nil, false })
}

// SetBeforeBy is SetBefore for callers that know better what some edits set.
func (f *Finder) SetBeforeBy(object ssa.Value, call, inner ssa.CallInstruction, from ssa.Instruction, sets func(Edit) (Set, bool)) (Set, bool) {
	precedes := ir.MayPrecede(call)
	var since func(ssa.Instruction) bool
	for _, sent := range []ssa.CallInstruction{inner, call} {
		if since == nil && from != nil && from.Parent() == sent.Parent() {
			since = ir.MayPrecedeSince(sent, from)
		}
	}
	counts := func(by ssa.Instruction) bool { return precedes(by) && (since == nil || since(by)) }
	changed, all := f.unlike(object, call), Set{}
	for e := range changed.Set {
		if e.By == nil || e.By == ssa.Instruction(call) || !counts(e.By) {
			continue
		}
		if known, ok := sets(e); ok {
			all.Add(known)
			delete(changed.Set, e)
		}
	}
	all.Add(changed.Before(call, counts))
	return all, since != nil
}

// unlike are the edits of an object, but for those of fields of which it is known where a call is made that they are as they were.
func (f *Finder) unlike(object ssa.Value, call ssa.CallInstruction) Edits {
	same, changed := f.likenesses(object, call), Edits{Set: map[Edit]bool{}}
	for e := range f.Edits(flow.At(object, "")).Set {
		if !slices.ContainsFunc(same, func(l likeness) bool { return l.undoes(e) }) {
			changed.Set[e] = true
		}
	}
	return changed
}

// A likeness is that a part of an object is what it was when it was copied, as a condition has found.
type likeness struct {
	path           string
	copied, tested *ssa.Call
}

// undoes tells whether an edit has changed nothing of that part: it was done between the copy and the condition.
func (l likeness) undoes(e Edit) bool {
	return e.By != nil && e.By.Parent() == l.tested.Parent() && PathIn(e.Path, l.path) && ir.Before(l.copied, e.By) && !ir.MayFollow(l.tested)(e.By)
}

// likenesses returns the parts of an object of which it is known where a call is made that they are as they were.
func (f *Finder) likenesses(object ssa.Value, call ssa.CallInstruction) (out []likeness) {
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
				if l := f.likeness(object, args[i], args[1-i]); l.copied != nil {
					l.tested = test
					out = append(out, l)
				}
			}
		}
	}
	return out
}

// likeness returns which part of an object is compared with what, if that is a copy of it that nothing is set in.
func (f *Finder) likeness(object, part, other ssa.Value) likeness {
	base, path := partAt(part)
	copied, inner := partAt(other)
	source, by := identity.CopyOf(copied)
	if base != object || by == nil || len(f.Edits(flow.At(copied, "")).Set) > 0 {
		return likeness{}
	}
	of, outer := partAt(source)
	if of != object || Join(outer, inner) != path {
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
			path = Join(ir.FieldAt(addr).Name(), path)
		}
	}
	return v, path
}
