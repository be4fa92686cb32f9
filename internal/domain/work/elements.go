package work

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// mayBeSet tells whether a field is one in which anyone may put something: an exported one.
func mayBeSet(field ir.Step) bool {
	owner := kube.Named(field.From[0].Type())
	return field.Field == nil || field.Field.Exported() && (owner == nil || owner.Obj().Exported())
}

// elementsOf returns all that is ever in a map or a list that is in a field, nil if that isn't known: the package makes it, puts each
// one there itself, and hands it to nobody who may put in others.
func (in *Info) elementsOf(v ssa.Value) []ssa.Value {
	if v == nil {
		return nil
	}
	addr := fieldAddr(v)
	if addr == nil || mayBeSet(ir.StepOf(addr)) {
		return nil
	}
	field, index := ir.FieldAt(addr), in.pkg.Index()
	var all []ssa.Value
	for _, at := range index.FieldAddrs(field) {
		for _, ref := range ir.Uses(at) {
			switch ref := ref.(type) {
			case *ssa.Store:
				more, ok := addedTo(field, ref.Val)
				if !ok || ref.Addr != at {
					return nil
				}
				all = append(all, more...)
			case *ssa.UnOp:
				more, ok := putIn(ref)
				if !ok {
					return nil
				}
				all = append(all, more...)
			case *ssa.DebugRef:
			default:
				return nil
			}
		}
	}
	return all
}

// fieldAddr returns the address of the field of which a value is what is in it, nil if it is none.
func fieldAddr(v ssa.Value) *ssa.FieldAddr {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return nil
	}
	addr, _ := load.X.(*ssa.FieldAddr)
	return addr
}

// addedTo returns what a value has that is put in a field, besides what is in the field already; false if that isn't known.
func addedTo(field *types.Var, v ssa.Value) ([]ssa.Value, bool) {
	switch v := v.(type) {
	case *ssa.MakeMap:
		return putIn(v)
	case *ssa.Const:
		return nil, v.Value == nil
	case *ssa.MakeSlice:
		return nil, len(ir.Uses(v)) == 1 // what is only put there
	case *ssa.UnOp:
		addr := fieldAddr(v)
		return nil, addr != nil && ir.FieldAt(addr) == field
	case *ssa.Slice: // a part of what is there
		return addedTo(field, v.X)
	case *ssa.Call:
		if !ir.IsBuiltin(&v.Call, "append") || len(v.Call.Args) != 2 {
			return nil, false
		}
		if added, ok := addedTo(field, v.Call.Args[1]); ok { // append(s[:i], s[i+1:]...)
			return added, true
		}
		added := ir.Variadic(v.Call.Args[1])
		_, ok := addedTo(field, v.Call.Args[0])
		return added, ok && len(added) > 0
	}
	return nil, false
}

// putIn returns what is put in a map where it is this value, or in a list; false if others may put in more.
func putIn(v ssa.Value) (all []ssa.Value, ok bool) {
	for _, ref := range ir.Uses(v) {
		switch ref := ref.(type) {
		case *ssa.MapUpdate:
			if ref.Map != v {
				return nil, false
			}
			all = append(all, ref.Value)
		case *ssa.IndexAddr:
			if slices.ContainsFunc(ir.Uses(ref), func(use ssa.Instruction) bool { _, sets := use.(*ssa.Store); return sets }) {
				return nil, false
			}
		case *ssa.Lookup, *ssa.Range, *ssa.DebugRef, *ssa.BinOp, *ssa.Slice:
		case *ssa.Store: // in the field, which is looked at there
			if _, field := ref.Addr.(*ssa.FieldAddr); !field {
				return nil, false
			}
		case *ssa.Call:
			if !ir.IsBuiltin(&ref.Call, "") {
				return nil, false
			}
		default:
			return nil, false
		}
	}
	return all, true
}
