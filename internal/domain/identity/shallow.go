package identity

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// foreignShallow is such a base, of the struct that a call of another package's function returns.
func (f *Finder) foreignShallow(r RemoteBase, maker *ssa.Call) Base {
	if r.Beside == "" {
		return Base{Made: maker, Shared: f.ImportedPointer(&r.Of, maker.Common()), By: maker}
	}
	for _, made := range ir.ResultsOf(maker, 0) {
		fields, ok := ir.Deref(made.Type()).Underlying().(*types.Struct)
		if !ok {
			break
		}
		for field := range fields.Fields() {
			if field.Name() == r.Beside && f.isSetWhereMade(field) {
				return Base{Made: maker, Shared: f.pointerIn(f.Pointer(made), r.Beside, field), By: maker}
			}
		}
	}
	return Base{}
}

// shallowCopy returns what a struct is copied from, and the instruction that does it, if nothing else is done with the copy than to
// look at it, to make a patch of it, and to keep it for that; nil if that isn't so.
func (f *Finder) shallowCopy(base *Term) (from ssa.Value, by ssa.Instruction) {
	if base == nil || base.Kind != LeafTerm {
		return nil, nil
	}
	alloc, ok := base.Leaf.(*ssa.Alloc)
	if !ok {
		return nil, nil
	}
	for _, ref := range ir.Uses(alloc) {
		use := ir.UseOf(alloc, ref)
		store, _ := ref.(*ssa.Store)
		switch {
		case use.Does == ir.Fills && by == nil:
			if load := ir.StepOf(store.Val); load.Kind == ir.Load {
				from, by = Root(load.From[0]), store
				continue
			}
			return nil, nil
		case use.Does == ir.Stores && f.KeepsBase(store), use.Does == ir.Loads, use.Does == ir.Converts, use.Does == ir.Takes && isLookedAt(use.To, copyDepth):
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
