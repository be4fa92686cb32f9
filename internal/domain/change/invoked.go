package change

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// An invoked is a method of a parameter that a function calls, itself or by other functions, and of which only its
// callers know whose method it is.
type invoked struct {
	param  *ssa.Parameter
	method string
}

// maxInvoked bounds of how many methods that is known of a function.
const maxInvoked = 20

// invoking returns the methods of its parameters that a function calls through interfaces.
func (t *tracer) invoking(fn *ssa.Function) (out []invoked) {
	add := func(v ssa.Value, method string) {
		if p, ok := ir.Unwrap(v).(*ssa.Parameter); ok && p.Parent() == fn && len(out) < maxInvoked && !slices.Contains(out, invoked{p, method}) {
			out = append(out, invoked{p, method})
		}
	}
	for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
		common := call.Common()
		callee := t.pkg.Callee(common)
		switch {
		case callee == nil && common.IsInvoke():
			add(common.Value, common.Method.Name())
		case callee != nil:
			for _, i := range t.invokes.Of(callee) {
				if arg := ir.ArgFor(common, i.param); arg != nil {
					add(arg, i.method)
				}
			}
		}
	}
	return out
}

// ofInvoked returns what methods change in their receivers that a function calls which is passed these: those of the
// types that a call passes.
func (t *tracer) ofInvoked(call ssa.CallInstruction, callee *ssa.Function) (out []Effect) {
	for _, i := range t.invokes.Of(callee) {
		made, ok := ir.ArgFor(call.Common(), i.param).(*ssa.MakeInterface)
		if !ok {
			continue
		}
		method := t.pkg.Method(made.X.Type(), i.method)
		if method == nil {
			continue
		}
		for _, e := range t.changes.Of(method) {
			if ir.ParamIndex(e.Target.(*ssa.Parameter)) == 0 {
				e.By, e.Target = call, made.X
				out = append(out, e)
			}
		}
	}
	return out
}
