package paths

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// maxPointer bounds how many variables a pointer is followed through.
const maxPointer = 10

// pointer is the value that a conversion to an interface is made of, that a variable holds which is set once, or that a
// function literal has from the function around it; or else the value itself, nil for nil.
func pointer(v ssa.Value) ssa.Value {
	for range maxPointer {
		next := v
		switch x := v.(type) {
		case *ssa.MakeInterface:
			next = x.X
		case *ssa.ChangeInterface:
			next = x.X
		case *ssa.UnOp:
			if holds(x.X) {
				next = ir.Unwrap((*ir.Index)(nil).Contents(x.X)[0])
			}
		case *ssa.FreeVar:
			if bound := ir.Binding(x); bound != nil && refersToStruct(x) {
				next = bound
			}
		}
		if next == v {
			break
		}
		v = next
	}
	return v
}

// holds tells whether an address is of a variable that holds a pointer or an interface, is set once, and only ever loaded
// besides, if in function literals.
func holds(addr ssa.Value) bool {
	if !isCell(addr) {
		return false
	}
	stores := 0
	for _, place := range (*ir.Index)(nil).Same(addr) {
		for _, ref := range *place.Referrers() {
			switch ref := ref.(type) {
			case *ssa.Store:
				if ref.Addr != place {
					return false
				}
				stores++
			case *ssa.UnOp, *ssa.MakeClosure, *ssa.DebugRef:
			default:
				return false
			}
		}
	}
	return stores == 1
}

// isCell tells whether an address is of a local variable that holds a pointer or an interface.
func isCell(addr ssa.Value) bool {
	switch addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
	default:
		return false
	}
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

// refersToStruct tells whether a value is a pointer to a struct.
func refersToStruct(v ssa.Value) bool {
	p, ok := v.Type().Underlying().(*types.Pointer)
	return ok && structure(p.Elem())
}

// aliases returns a value and those that are the same: what is loaded from variables which hold it and nothing else, and
// what function literals call it.
func aliases(v ssa.Value) []ssa.Value {
	out := []ssa.Value{v}
	add := func(alias ssa.Value) {
		if len(out) < maxAliases && !slices.Contains(out, alias) {
			out = append(out, alias)
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
				for _, load := range loads(ref, out[i]) {
					add(load)
				}
			case *ssa.MakeClosure:
				for n, bound := range ref.Bindings {
					if bound == out[i] && refersToStruct(bound) {
						add(ref.Fn.(*ssa.Function).FreeVars[n])
					}
				}
			}
		}
	}
	return out
}

// maxAliases bounds how many names of a value are followed.
const maxAliases = 64

// loads returns what is loaded from a variable in which a value is stored, if it holds nothing else.
func loads(store *ssa.Store, v ssa.Value) []ssa.Value {
	if store.Val != v || !holds(store.Addr) {
		return nil
	}
	var out []ssa.Value
	for _, place := range (*ir.Index)(nil).Same(store.Addr) {
		for _, ref := range *place.Referrers() {
			if load, ok := ref.(*ssa.UnOp); ok {
				out = append(out, load)
			}
		}
	}
	return out
}

// isAliased tells whether an instruction only gives a value another name that aliases knows.
func isAliased(v ssa.Value, by ssa.Instruction) bool {
	switch by := by.(type) {
	case *ssa.Store:
		return by.Val == v && holds(by.Addr)
	case *ssa.MakeClosure:
		return refersToStruct(v)
	}
	return false
}

// home returns the index of the last of the calls which is in the function that a value is of, or of the last call, if
// there is none: what a function literal fills may be a variable of the function around it.
func home(v ssa.Value, path []ssa.CallInstruction) int {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i].Parent() == v.Parent() {
			return i
		}
	}
	return len(path) - 1
}
