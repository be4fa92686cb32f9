package change

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// isCopiedBy tells whether a call returns a deep copy of an object, which the function, one of the package, makes and gives to nobody
// else.
func (t *tracer) isCopiedBy(call *ssa.Call) bool {
	callee := t.pkg.Callee(call.Common())
	if callee == nil || callee.Signature.Results().Len() != 1 || !kube.IsObject(call.Type()) {
		return false
	}
	copies := 0
	for _, v := range ir.Returned(callee, 0) {
		copied, ok := v.(*ssa.Call)
		switch {
		case ir.IsNil(v):
		case ok && CopyOf(copied) != nil && kube.IsObject(CopyOf(copied).Type()) && t.ownOf(copied).isOnlyReturned():
			copies++
		default:
			return false
		}
	}
	return copies > 0
}

// isOnlyReturned tells whether nobody is given an object, or what it refers to, but who gets it returned.
func (o *own) isOnlyReturned() bool {
	returns := 0
	for instr := range o.uses {
		if _, ok := instr.(*ssa.Return); ok {
			returns++
		}
	}
	return len(o.lent) == returns && len(o.foreign) == 0
}
