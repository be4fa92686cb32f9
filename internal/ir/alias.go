package ir

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Holds tells whether an address is of a variable that holds a pointer or an interface, is set once, and only ever loaded
// besides, if in function literals.
func Holds(addr ssa.Value) bool { return isCell(addr) && isSetOnce(addr) }

// isSetOnce tells whether what is at an address is set once, and only ever loaded besides.
func isSetOnce(addr ssa.Value) bool {
	stores := 0
	for _, place := range (*Index)(nil).Same(addr) {
		for _, ref := range Uses(place) {
			switch ref := ref.(type) {
			case *ssa.Store:
				if ref.Addr != place {
					return false
				}
				stores++
			case *ssa.UnOp, *ssa.MakeClosure:
			default:
				return false
			}
		}
	}
	return stores == 1
}

// Pointed returns the local variable to which a pointer points that is in another one of the same function, whose address this
// is there or in function literals, and that holds nothing else; nil if it isn't so.
func Pointed(addr ssa.Value) *ssa.Alloc {
	if !Holds(addr) {
		return nil
	}
	for _, place := range (*Index)(nil).Same(addr) {
		if _, own := place.(*ssa.Alloc); own {
			for store := range Refs[*ssa.Store](place) {
				to, _ := store.Val.(*ssa.Alloc)
				return to
			}
		}
	}
	return nil
}

// isCell tells whether an address is of a local variable that holds a pointer or an interface.
func isCell(addr ssa.Value) bool {
	switch addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
	default:
		return false
	}
	return holdsPointer(addr)
}

// holdsPointer tells whether there is a pointer or an interface at an address.
func holdsPointer(addr ssa.Value) bool {
	of, ok := addr.Type().Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	switch of.Elem().Underlying().(type) {
	case *types.Pointer, *types.Interface:
		return true
	}
	return false
}

// isLocalField tells whether an address is of a field of a local struct that holds a pointer or an interface.
func isLocalField(addr ssa.Value) bool {
	field, ok := addr.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	_, local := field.X.(*ssa.Alloc)
	return local && holdsPointer(addr)
}

// PointsToStruct tells whether a value is a pointer to a struct.
func PointsToStruct(v ssa.Value) bool {
	p, ok := v.Type().Underlying().(*types.Pointer)
	return ok && IsStruct(p.Elem())
}

// Names returns a value and those that are the same: what is loaded from variables which hold it and nothing else, and
// what function literals call it.
func Names(v ssa.Value) []ssa.Value {
	out := []ssa.Value{v}
	add := func(names ...ssa.Value) {
		for _, name := range names {
			if len(out) < maxNames && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	for i := 0; i < len(out); i++ {
		refs := out[i].Referrers()
		if refs == nil {
			continue
		}
		for _, ref := range *refs {
			switch ref := ref.(type) {
			case *ssa.Store:
				add(loads(ref, out[i])...)
			case *ssa.MakeClosure:
				if PointsToStruct(out[i]) {
					add(Captured(ref, out[i])...)
				}
			}
		}
	}
	return out
}

// maxNames bounds how many names of a value are followed.
const maxNames = 64

// loads returns what is loaded from a variable, or a field of a local struct, in which a value is stored, if it holds nothing
// else.
func loads(store *ssa.Store, v ssa.Value) []ssa.Value {
	if store.Val != v || !isCell(store.Addr) && !isLocalField(store.Addr) || !isSetOnce(store.Addr) {
		return nil
	}
	var out []ssa.Value
	for _, place := range (*Index)(nil).Same(store.Addr) {
		for load := range Refs[*ssa.UnOp](place) {
			out = append(out, load)
		}
	}
	return out
}

// IsName tells whether an instruction only gives a value another name that [Names] knows.
func IsName(v ssa.Value, by ssa.Instruction) bool {
	switch by := by.(type) {
	case *ssa.Store:
		return by.Val == v && Holds(by.Addr)
	case *ssa.MakeClosure:
		return PointsToStruct(v)
	}
	return false
}
