package patch

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// DiffedWith returns the object with which client.MergeFrom and kin compare, if a value is what they return, or else
// what the value is an interface of.
func DiffedWith(v ssa.Value) ssa.Value {
	v = identity.Root(v)
	if call, ok := v.(*ssa.Call); ok {
		if n := kube.DiffBase(ir.Symbol(call.Common())); n >= 0 && n < len(call.Call.Args) {
			return identity.Root(call.Call.Args[n])
		}
	}
	return v
}

// CopiedFor returns the call that copied an object to be the base of its difference, or that made it as a copy of the
// base: what was set before is on both sides. Nil if there is none.
func CopiedFor(object, base ssa.Value) ssa.Instruction {
	if of, call := identity.CopyOf(base); of != nil && of == object {
		return call
	}
	if of, call := identity.CopyOf(object); of != nil && of == base {
		return call
	}
	return nil
}
