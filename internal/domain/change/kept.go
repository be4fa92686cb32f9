package change

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// keptIn is the answer for what is in a field, or in a map that a field holds: of one that no other package comes to, it is the same
// for whoever asks.
func (t *tracer) keptIn(field *types.Var, a answer) answer {
	if field == nil || len(a.roots) == 0 || a.other || !t.inside.Of(field, t.staysInside) {
		return a
	}
	return a.each(func(r Root) (Root, bool) {
		r.kept = true
		return r, true
	})
}

// staysInside tells whether no other package can put anything into a field, or into the map that it holds.
func (t *tracer) staysInside(field *types.Var) bool {
	if !t.pkg.IsOwnField(field) {
		return false
	}
	var isMap bool
	switch field.Type().Underlying().(type) {
	case *types.Map:
		isMap = true
	case *types.Pointer, *types.Interface:
	default:
		return false
	}
	return !slices.ContainsFunc(t.places.FieldAddrs(field), func(addr ssa.Value) bool {
		return slices.ContainsFunc(ir.Uses(addr), func(ref ssa.Instruction) bool {
			switch ref := ref.(type) {
			case *ssa.Store:
				_, made := ref.Val.(*ssa.MakeMap)
				return ref.Addr != addr || isMap && !made && !ir.IsNil(ref.Val)
			case *ssa.UnOp:
				return isMap && slices.ContainsFunc(ir.Uses(ref), func(by ssa.Instruction) bool { return !looksInside(ref, by) })
			}
			return true
		})
	})
}

// looksInside tells whether an instruction does nothing with a map but look up what is in it, or put something there.
func looksInside(m ssa.Value, by ssa.Instruction) bool {
	switch by := by.(type) {
	case *ssa.Lookup:
		return by.X == m
	case *ssa.MapUpdate:
		return by.Map == m
	case *ssa.Range, *ssa.BinOp, *ssa.DebugRef:
		return true
	case ssa.CallInstruction:
		return ir.IsBuiltin(by.Common(), "")
	}
	return false
}
