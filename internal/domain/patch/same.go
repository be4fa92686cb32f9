package patch

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
)

// Itself returns what a pointer points to, by way of functions that return what they are given.
func (f *Finder) Itself(v ssa.Value) *identity.Term {
	for range maxCalls {
		step := ir.StepOf(identity.Root(v))
		if step.Kind != ir.Result {
			break
		}
		given := f.returnsGiven(step.Call, step.Index)
		if given == nil {
			break
		}
		v = given
	}
	return f.objects.Pointer(v)
}

// returnsGiven returns the argument of a call that is its result n, wherever the function returns; nil if none is.
func (f *Finder) returnsGiven(call *ssa.Call, n int) ssa.Value {
	if callee := f.lazy.Callee(call.Common()); callee != nil {
		if param := f.ParameterReturned(callee, n); param >= 0 {
			return ir.Arg(call.Common(), param)
		}
		return nil
	}
	if param := f.calls.Same(ir.Called(call.Common()), n); param >= 0 {
		return ir.Arg(call.Common(), param)
	}
	return nil
}

// ParameterReturned returns the number of the parameter, an object, that a function returns as its result n; -1 if it may return
// something else.
func (f *Finder) ParameterReturned(fn *ssa.Function, n int) int {
	param := -1
	for i, result := range slices.DeleteFunc(ir.Returned(fn, n), ir.IsNil) {
		is := identity.ParamOf(f.objects.Pointer(result), fn)
		if i > 0 && is != param {
			return -1
		}
		param = is
	}
	return param
}

// maxCalls bounds how many functions that return what they are given a value is followed through.
const maxCalls = 10
