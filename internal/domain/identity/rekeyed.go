package identity

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// isRekeyed tells whether a variable is a key, or a request, that is set more than once: it is another one then from one
// place to the next.
func (f *Finder) isRekeyed(alloc *ssa.Alloc) bool {
	t := alloc.Type().(*types.Pointer).Elem()
	if !kube.IsKey(t) && !kube.IsRequest(t) {
		return false
	}
	fields, whole := f.Stores(alloc)
	if len(whole) > 1 || len(whole) == 1 && len(fields) > 0 {
		return true
	}
	for _, values := range fields {
		if len(values) > 1 {
			return true
		}
	}
	return false
}

// maxRekeyed is how often a key is set and used in a function that is gone through to see where it is the same.
const maxRekeyed = 64

// firstLike returns the first load of a variable that certainly gives the same as a later one.
func firstLike(v *ssa.UnOp, alloc *ssa.Alloc) ssa.Value {
	defs, before := ir.Defs(alloc), ir.MayPrecede(v)
	if len(ir.Uses(alloc))+len(defs) > maxRekeyed {
		return v
	}
	for first := range ir.Refs[*ssa.UnOp](alloc) {
		if first == v || !ir.Before(first, v) {
			continue
		}
		behind, same := ir.MayFollow(first), true
		for _, def := range defs {
			// What comes before the first each time comes before both.
			same = same && (ir.Before(def.By, first) || !behind(def.By) || !before(def.By))
		}
		if same {
			return first
		}
	}
	return v
}

// lastStored returns what was stored last in a variable when it is loaded, as the function that loads it shows; nil if that
// can't be said. The variable is one that function literals share: another has no loads.
func lastStored(load *ssa.UnOp) ssa.Value {
	var stores []*ssa.Store
	for _, place := range (*ir.Index)(nil).Same(load.X) {
		for _, ref := range ir.Uses(place) {
			switch ref := ref.(type) {
			case *ssa.Store:
				switch {
				case ref.Addr != place || len(stores) == maxRekeyed:
					return nil
				case ref.Parent() == load.Parent():
					stores = append(stores, ref)
				case !ir.Within(load.Parent(), ref.Parent()): // by another literal, whenever that is called
					return nil
				}
			case *ssa.UnOp, *ssa.MakeClosure, *ssa.DebugRef:
			default:
				return nil
			}
		}
	}
	before := ir.MayPrecede(load)
	for _, last := range stores {
		if !ir.Before(last, load) {
			continue
		}
		behind := ir.MayFollow(last)
		if !slices.ContainsFunc(stores, func(s *ssa.Store) bool { return s != last && !ir.Before(s, last) && behind(s) && before(s) }) {
			return last.Val
		}
	}
	return nil
}
