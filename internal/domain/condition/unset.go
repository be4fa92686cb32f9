package condition

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// AsksUnset tells whether a call is of a function of this package that asks for nothing but fields which the package doesn't set
// elsewhere than in literals, as those of a configuration: what it says is what these fields are.
func (f *Finder) AsksUnset(call *ssa.Call) bool {
	callee := f.lazy.Callee(call.Common())
	return callee != nil && f.unset.Of(callee)
}

func (f *Finder) findUnset(fn *ssa.Function) bool {
	for instr := range ir.All[ssa.Instruction](fn.Blocks) {
		switch instr := instr.(type) {
		case *ssa.FieldAddr:
			if f.isSet(ir.FieldAt(instr)) {
				return false
			}
		case *ssa.Field:
			if f.isSet(ir.Field(instr.X.Type(), instr.Field)) {
				return false
			}
		case ssa.CallInstruction:
			if call, ok := instr.(*ssa.Call); !ok || !ir.IsBuiltin(call.Common(), "len") && !f.AsksUnset(call) {
				return false
			}
		case *ssa.UnOp: // no variable of the package, nor what comes from a channel
			if _, variable := instr.X.(*ssa.Global); variable || instr.Op == token.ARROW {
				return false
			}
		case *ssa.BinOp, *ssa.Phi, *ssa.If, *ssa.Jump, *ssa.Return, *ssa.DebugRef:
		default:
			return false
		}
	}
	return len(fn.Blocks) > 0
}
