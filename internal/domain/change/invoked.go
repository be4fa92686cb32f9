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
	needs  ir.Needs
}

// maxInvoked bounds of how many methods that is known of a function.
const maxInvoked = 20

// invoking returns the methods of its parameters that a function calls through interfaces.
func (t *tracer) invoking(fn *ssa.Function) (out []invoked) {
	add := func(v ssa.Value, method string, needs ir.Needs) {
		if p, ok := ir.Unwrap(v).(*ssa.Parameter); ok && p.Parent() == fn && len(out) < maxInvoked && !slices.Contains(out, invoked{p, method, needs}) {
			out = append(out, invoked{p, method, needs})
		}
	}
	for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
		common := call.Common()
		callee, needs := t.pkg.Callee(common), t.flags.Needs(fn, call)
		switch {
		case callee == nil && common.IsInvoke():
			add(common.Value, common.Method.Name(), needs)
		case callee != nil:
			for _, i := range t.invokes.Of(callee) {
				if arg := ir.ArgFor(common, i.param); arg != nil && !i.needs.Denied(call) {
					add(arg, i.method, needs.And(i.needs.Handed(common, fn)))
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
		if !ok || i.needs.Denied(call) {
			continue
		}
		method := t.pkg.Method(made.X.Type(), i.method)
		if method == nil {
			continue
		}
		for _, e := range t.changes.Of(method) {
			if ir.ParamIndex(e.Target.(*ssa.Parameter)) == 0 {
				e.By, e.Target, e.Needs = call, made.X, i.needs // with which flags the method is called isn't known
				out = append(out, e)
			}
		}
	}
	return out
}
