package scenario

import (
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// foreignEffect returns what effect a call may have of a function whose body is not in this package.
func (f *frame) foreignEffect(i ssa.Instruction, c *Closure) kube.Effect {
	effect := kube.EffectOf(c.Symbol)
	switch {
	case len(f.e.items) > 0 && kube.MarksWork(c.Symbol): // the worker is done with the item
		return kube.NoEffect
	case c.Object != nil && c.Object.Pkg() == nil: // a method of the language's error
		return kube.NoEffect
	case effect == kube.MayEffect && handsOutLogger(i):
		return kube.NoEffect
	}
	return effect
}

// handsOutLogger tells whether a call is given no more than a context and constants, and all that is done with what it returns is to
// call methods of loggers, which return nothing or the like of it: so a function hands out the logger of a context.
func handsOutLogger(i ssa.Instruction) bool {
	call, ok := i.(*ssa.Call)
	if !ok || len(ir.Uses(call)) == 0 || slices.ContainsFunc(ir.Args(call.Common()), func(arg ssa.Value) bool {
		_, constant := arg.(*ssa.Const)
		return !constant && !kube.IsContext(arg.Type())
	}) {
		return false
	}
	return !slices.ContainsFunc(ir.Uses(call), func(use ssa.Instruction) bool {
		next, ok := use.(ssa.CallInstruction)
		if !ok {
			return true
		}
		recv, _ := ir.Receiver(next.Common())
		results := next.Common().Signature().Results()
		like := results.Len() == 0 || results.Len() == 1 && types.Identical(results.At(0).Type(), call.Type())
		return recv != ssa.Value(call) || !like || !kube.IsLoggerName(ir.CalledName(next.Common()))
	})
}

// followed notes that a function of another package is handed a nil pointer, if it follows that.
func (f *frame) followed(i ssa.Instruction, fn *types.Func, args []Value) {
	for _, p := range f.e.follows.Of(fn) {
		if p.Param >= len(args) || p.Given >= len(args) {
			continue
		}
		if p.Given >= 0 {
			if is := args[p.Given]; is.Kind != Const || is.Const.Kind() != constant.String || constant.StringVal(is.Const) != p.Text {
				continue
			}
		}
		if a := args[p.Param]; a.Kind == Nil && a.Cause != nil {
			f.fault(PanicsOnNil, i, a.Cause)
			return
		}
	}
}
