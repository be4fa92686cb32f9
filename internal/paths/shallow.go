package paths

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// sharedBase tells whether the base of a patch is a copy of the struct only, and the change is one of a map's entries that the copy
// shares with the object: base := *obj.
func (t *trail) sharedBase(op *Op) bool {
	if !ofEntry(t.change) || !sameTerm(op.base.shared, t.in.putInto(t.object.pointer)) {
		return false
	}
	behind := ir.MayFollow(op.base.by)
	return behind(t.change) && !t.isReplaced(behind)
}

// putInto returns what a function of the package puts into the field that a term is of, of the struct that it makes; the term itself if
// it is none.
func (in *Info) putInto(p *Term) *Term {
	if p.kind != fieldTerm || p.args[0].kind != leafTerm {
		return p
	}
	maker := madeBy(p.args[0].leaf)
	if maker == nil {
		return p
	}
	callee := in.lazy.Callee(maker.Common())
	if callee == nil {
		return p
	}
	made := in.madeIn(callee)
	if made == nil || !in.staysSet(made, p.name) {
		return p
	}
	if kept, ok := in.storedPointer(in.pointerTo(made), p.name); ok {
		return in.liftPointer(kept, callee, maker.Common())
	}
	return p
}

// shallowBase says which field holds a copy of the struct only of an object that the function is given, or has put into another field.
func (x *exporter) shallowBase(name string, of *Term, made *ssa.Alloc, fields *types.Struct) {
	if given := x.one(of); given != nil {
		x.facts.Bases = append(x.facts.Bases, RemoteBase{Field: name, Of: *given, Shared: true})
		return
	}
	for field := range fields.Fields() {
		kept := x.in.onlyStoredIn(made, field.Name())
		if kept != nil && kube.IsObject(field.Type()) && sameTerm(x.in.pointerTo(kept), of) && x.in.isSetWhereMade(field) {
			x.facts.Bases = append(x.facts.Bases, RemoteBase{Field: name, Shared: true, Beside: field.Name()})
			return
		}
	}
}

// foreignShallow is such a base, of the struct that a call of another package's function returns.
func (in *Info) foreignShallow(r RemoteBase, maker *ssa.Call) Base {
	if r.Beside == "" {
		return Base{Made: maker, shared: in.importedPointer(&r.Of, maker.Common()), by: maker}
	}
	for _, made := range ir.ResultsOf(maker, 0) {
		fields, ok := ir.Deref(made.Type()).Underlying().(*types.Struct)
		if !ok {
			break
		}
		for field := range fields.Fields() {
			if field.Name() == r.Beside && in.isSetWhereMade(field) {
				return Base{Made: maker, shared: in.pointerIn(in.pointerTo(made), r.Beside, field), by: maker}
			}
		}
	}
	return Base{}
}

// isReplaced tells whether the object may get another map for the one that is changed, or one at all, where some instruction has been.
func (t *trail) isReplaced(behind func(ssa.Instruction) bool) bool {
	for at, touch := range t.object.at {
		if behind(at) && !ofEntry(at) && !t.in.writesItself(t.object, at) && (touch.hands || touch.sets.Meets(t.fields)) {
			return true
		}
	}
	return false
}

// ofEntry tells whether an instruction sets or deletes an entry of a map.
func ofEntry(change ssa.Instruction) bool {
	if call, ok := change.(ssa.CallInstruction); ok {
		return ir.IsBuiltin(call.Common(), "delete")
	}
	_, sets := change.(*ssa.MapUpdate)
	return sets
}

// shallowCopy returns what a struct is copied from, and the instruction that does it, if nothing else is done with the copy than to
// look at it, to make a patch of it, and to keep it for that; nil if that isn't so.
func (in *Info) shallowCopy(base *Term) (from ssa.Value, by ssa.Instruction) {
	if base == nil || base.kind != leafTerm {
		return nil, nil
	}
	alloc, ok := base.leaf.(*ssa.Alloc)
	if !ok {
		return nil, nil
	}
	for _, ref := range ir.Uses(alloc) {
		use := ir.UseOf(alloc, ref)
		store, _ := ref.(*ssa.Store)
		switch {
		case use.Does == ir.Fills && by == nil:
			if load := ir.StepOf(store.Val); load.Kind == ir.Load {
				from, by = pointer(load.From[0]), store
				continue
			}
			return nil, nil
		case use.Does == ir.Stores && in.keepsBase(store), use.Does == ir.Loads, use.Does == ir.Converts, use.Does == ir.Takes && isLookedAt(use.To, payloadDepth):
		default:
			return nil, nil
		}
	}
	return from, by
}

// isLookedAt tells whether all that is done with an address is to load what is there, or in a part of it.
func isLookedAt(addr ssa.Value, depth int) bool {
	return depth > 0 && !slices.ContainsFunc(ir.Uses(addr), func(ref ssa.Instruction) bool {
		use := ir.UseOf(addr, ref)
		return use.Does != ir.Loads && !(use.Does == ir.Takes && isLookedAt(use.To, depth-1))
	})
}
