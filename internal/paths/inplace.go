package paths

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// An inPlace goes through what is set in a field of an object after the field was copied, the struct or slice only: what is
// set in the elements that both refer to is no difference between them.
type inPlace struct {
	in    *Info
	field string        // that was copied
	found footprint.Set // the lists and maps of which elements are set
	added footprint.Set // the lists that get more of them
	depth int           // how many functions deeper it may go on
}

// maxInPlace bounds how many functions deep changes are looked for that are made in place.
const maxInPlace = 4

// changedInPlace returns the first change of an object between two loads of a field of it, and the list or map of the field
// that it is made in, if all that is set in the field there are elements which the copy that was loaded first has too, or more
// elements of such a list where it doesn't have the one that is to be set.
func (in *Info) changedInPlace(object *identity.Term, one, other side) (change ssa.Instruction, list string) {
	from, to, h := in.loadedTwice(object, one, other)
	if h == nil || ir.IsMap(from.(ssa.Value).Type()) || in.isNew(object) {
		return nil, ""
	}
	p := &inPlace{in: in, field: one.path, found: footprint.Set{}, added: footprint.Set{}, depth: maxInPlace}
	partOf := func(base ssa.Value) (string, bool) { return "", identity.Same(in.objects.Pointer(base), object) }
	between := ir.MayPrecedeSince(to, from)
	for at := range ir.All[ssa.Instruction](from.Parent().Blocks) {
		if at == from || at == to || !between(at) {
			continue
		}
		if call, ok := at.(ssa.CallInstruction); ok && in.comesTo(call, object) || !p.leaves(at, h.At[at], partOf) {
			return nil, ""
		}
		if change == nil && len(p.found) > 0 {
			change, list = at, p.found.List()[0]
		}
	}
	if change == nil || !p.added.Within(p.found) || in.isReplaced(h, p.found, from) {
		return nil, ""
	}
	return change, list
}

// isNew tells whether an object is a variable that no read fills: it has no elements that could be changed.
func (in *Info) isNew(object *identity.Term) bool {
	alloc, ok := object.Leaf.(*ssa.Alloc)
	return ok && !isFilled(alloc)
}

// isReplaced tells whether lists of an object, or what they are in, may have been set before an instruction: to empty ones
// perhaps.
func (in *Info) isReplaced(h *footprint.Object, lists footprint.Set, by ssa.Instruction) bool {
	before := ir.MayPrecede(by)
	for at, t := range h.At {
		if at != by && before(at) && slices.ContainsFunc(lists.List(), func(list string) bool { return t.Sets.Covers(list) }) {
			return true
		}
	}
	return false
}

// leaves tells whether an instruction, which does that with the object, sets nothing in the field but elements. partOf says
// which part of the object a value points to, or is.
func (p *inPlace) leaves(at ssa.Instruction, t *footprint.Touch, partOf func(ssa.Value) (string, bool)) bool {
	if t == nil || !t.Hands && !t.Sets.Meets(footprint.Set{p.field: true}) {
		return true
	}
	if t.Hands || t.Sets.CoversMore(p.field) {
		return false
	}
	switch at := at.(type) {
	case *ssa.MapUpdate:
		return p.finds(t)
	case *ssa.Store:
		switch {
		case ir.FillsNil(at):
			return true
		case addsTo(at):
			p.added.Add(p.lists(t.Sets))
			return true
		case inElement(at.Addr):
			return p.finds(t)
		}
	case *ssa.Call:
		if callee := p.in.lazy.Callee(at.Common()); callee != nil {
			return p.leavesIn(callee, at, t, partOf)
		}
		m, ok := kube.MutationOf(ir.Called(at.Common()))
		if len(ir.Uses(at)) == 0 && (ok && m.Inside || ir.IsBuiltin(at.Common(), "delete")) { // or else it tells that something has changed
			return p.finds(t)
		}
	}
	return false
}

// finds notes elements that are set; false if it is not certain that they are of the object.
func (p *inPlace) finds(t *footprint.Touch) bool {
	lists := p.lists(t.Sure)
	p.found.Add(lists)
	return p.lists(t.Sets).Within(lists)
}

// lists returns what of a footprint is in the field, without what tells one element from others.
func (p *inPlace) lists(f footprint.Set) footprint.Set {
	out := footprint.Set{}
	for path := range f {
		if footprint.PathIn(path, p.field) {
			out[footprint.PathTo(path)] = true
		}
	}
	return out
}

// leavesIn tells the same of what a function of the package does with what a call, which does that in all, gives it of the
// object.
func (p *inPlace) leavesIn(callee *ssa.Function, call ssa.CallInstruction, all *footprint.Touch, partOf func(ssa.Value) (string, bool)) bool {
	if p.depth--; p.depth < 0 || !p.in.questions.solver.Step() {
		return false
	}
	defer func() { p.depth++ }()
	parts := map[ssa.Value]string{}
	inside := footprint.NewObject()
	for _, param := range callee.Params {
		base, path := partIn(ir.ArgFor(call.Common(), param))
		if outer, ok := partOf(base); ok {
			parts[param] = footprint.Join(outer, path)
			p.in.footprints.AddTouches(inside, param, parts[param])
		}
	}
	seen := footprint.Set{}
	for at := range ir.All[ssa.Instruction](callee.Blocks) {
		t := inside.At[at]
		if !p.leaves(at, t, func(v ssa.Value) (string, bool) { path, ok := parts[v]; return path, ok }) {
			return false
		}
		if t != nil {
			seen.Add(p.lists(t.Sets))
		}
	}
	return p.lists(all.Sets).Within(seen) // or else it has something of the object otherwise
}

// partIn returns the pointer by way of which a value points to a field, or is the map or slice in it, and the path of that.
func partIn(v ssa.Value) (base ssa.Value, path string) {
	base = ir.Unwrap(v)
	if load, ok := base.(*ssa.UnOp); ok && ir.StepOf(load).Kind == ir.Load && (ir.IsMap(load.Type()) || isSlice(load.Type())) {
		base = load.X
	}
	for addr, ok := base.(*ssa.FieldAddr); ok; addr, ok = base.(*ssa.FieldAddr) {
		base, path = addr.X, footprint.Join(footprint.FieldOf(addr), path)
	}
	return base, path
}

func isSlice(t types.Type) bool {
	_, ok := t.Underlying().(*types.Slice)
	return ok
}

// inElement tells whether an address is of an element of a slice, or of a field of one.
func inElement(of ssa.Value) bool {
	for field, ok := of.(*ssa.FieldAddr); ok; field, ok = of.(*ssa.FieldAddr) {
		of = field.X
	}
	elem, ok := of.(*ssa.IndexAddr)
	return ok && isSlice(elem.X.Type())
}

// addsTo tells whether an instruction puts back what append makes of a list where that is from.
func addsTo(store *ssa.Store) bool {
	call, ok := store.Val.(*ssa.Call)
	return ok && ir.IsBuiltin(call.Common(), "append") && ir.LoadsFrom(call.Call.Args[0], store.Addr)
}

// storesOtherwise tells whether an object may be written when a change is made though a comparison finds it equal.
func (in *Info) storesOtherwise(object *identity.Term, change ssa.Instruction, compared ssa.Value) bool {
	h, behind := in.footprints.Object(change.Parent(), object), ir.MayFollow(change)
	for at := range ir.All[ssa.CallInstruction](change.Parent().Blocks) {
		_, isDeferred := at.(*ssa.Defer)
		if !isDeferred && !behind(at) || differs(compared, at.Block()) {
			continue
		}
		if t := h.At[at]; t != nil && t.Hands || in.comesTo(at, object) {
			return true
		}
	}
	return false
}

// differs tells whether control comes to a block only where a comparison has found a difference, or others have.
func differs(compared ssa.Value, b *ssa.BasicBlock) bool {
	for branch := range ir.Refs[*ssa.If](compared) {
		if branch.Block().Succs[1].Dominates(b) {
			return true
		}
	}
	return false
}
