package paths

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// areApart tells whether two listers or informers are two parameters of one function, or two fields of one struct: nobody would have
// the same one there twice.
func areApart(a, b ssa.Value) bool {
	switch a := a.(type) {
	case *ssa.Parameter:
		other, ok := b.(*ssa.Parameter)
		return ok && a != other && a.Parent() == other.Parent()
	case *ssa.FieldAddr:
		other, ok := b.(*ssa.FieldAddr)
		return ok && a.Field != other.Field && types.Identical(a.X.Type(), other.X.Type())
	}
	return false
}

// maxInformerSteps bounds how many steps what is asked of an informer is away from it.
const maxInformerSteps = 8

// informerOf returns the parameter or field in which the lister is that a call asks, or the informer that it is of; nil if it is none.
func informerOf(call ssa.CallInstruction) ssa.Value {
	v, _ := ir.Receiver(call.Common())
	for range maxInformerSteps {
		if v == nil {
			return nil
		}
		switch s := ir.StepOf(v); {
		case s.Kind == ir.Param, s.Kind == ir.FieldAddr:
			return v
		case s.Kind == ir.Result:
			v, _ = ir.Receiver(s.Call.Common())
		case s.Kind == ir.Load, s.Kind == ir.Alias && len(s.From) == 1:
			v = s.From[0]
		case s.Kind == ir.Variable && len(ir.StoredAt(v)) == 1: // which a function literal captures
			v = ir.StoredAt(v)[0]
		default:
			return nil
		}
	}
	return nil
}
