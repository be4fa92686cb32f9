package paths

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A mutator is a function that a composite calls to change its object.
type mutator struct {
	fn *ssa.Function
	// object is what the composite's object is called there: as outside, or the parameter of the function that returns the mutator.
	object *identity.Term
}

// mutators returns the functions that a CreateOrUpdate or the like is given to change its object: literals, and such as a function of the
// package returns that is given the object.
func (in *Info) mutators(op *Op) (out []mutator) {
	for _, fn := range in.literals(op.Call.Common()) {
		out = append(out, mutator{fn, op.pointer})
	}
	for _, arg := range op.Call.Common().Args {
		call, ok := ir.Unwrap(arg).(*ssa.Call)
		if !ok || !ir.IsFunc(arg.Type()) {
			continue
		}
		maker := in.lazy.Callee(call.Common())
		if maker == nil {
			continue
		}
		fn := onlyFunction(ir.Returned(maker, 0))
		for i, given := range ir.Args(call.Common()) {
			if fn != nil && i < len(maker.Params) && fn.Parent() == maker && kube.IsObject(given.Type()) && identity.Same(in.objects.Pointer(given), op.pointer) {
				out = append(out, mutator{fn, in.objects.Pointer(maker.Params[i])})
			}
		}
	}
	return out
}

// onlyFunction returns the one function that all of some values are; nil if there is none, or several.
func onlyFunction(values []ssa.Value) (one *ssa.Function) {
	for _, v := range values {
		fn := ir.BodyOf(v)
		if fn == nil || one != nil && fn != one {
			return nil
		}
		one = fn
	}
	return one
}
