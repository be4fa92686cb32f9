package identity

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/change"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// copyDepth is how many steps is followed what is done with a copy, or with what it is made of.
const copyDepth = 6

// Copied returns the object that a call copies by DeepCopy or DeepCopyObject, or by a function of the package that does nothing else;
// nil if it copies none.
func (f *Finder) Copied(call *ssa.Call) ssa.Value {
	of := change.CopyOf(call)
	if callee := f.lazy.Callee(call.Common()); of == nil && callee != nil {
		if p := f.copying.Of(callee, copiesParameter); p != nil {
			of = ir.ArgFor(call.Common(), p)
		}
	}
	if of != nil && kube.IsObject(of.Type()) {
		return of
	}
	return nil
}

// copiesParameter returns the parameter, an object, of which a function returns a deep copy, whichever way it returns; nil if it may
// return something else, or anybody else may have the copy.
func copiesParameter(fn *ssa.Function) (param *ssa.Parameter) {
	results := fn.Signature.Results()
	if results.Len() != 1 || !kube.IsObject(results.At(0).Type()) {
		return nil
	}
	for _, result := range ir.Returned(fn, 0) {
		made, _ := asserted(result).(*ssa.Call)
		if made == nil || change.CopyOf(made) == nil || !isOnlyReturned(made, copyDepth) {
			return nil
		}
		of, _ := asserted(change.CopyOf(made)).(*ssa.Parameter)
		if of == nil || param != nil && of != param {
			return nil
		}
		param = of
	}
	return param
}

// asserted is what a value is, whatever type it was given or asserted to be of.
func asserted(v ssa.Value) ssa.Value {
	for range copyDepth {
		assert, ok := ir.Unwrap(v).(*ssa.TypeAssert)
		if !ok {
			break
		}
		v = assert.X
	}
	return ir.Unwrap(v)
}

// isOnlyReturned tells whether all that is done with a value is to return it, as whatever type.
func isOnlyReturned(v ssa.Value, depth int) bool {
	return depth > 0 && !slices.ContainsFunc(ir.Uses(v), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.Return, *ssa.DebugRef:
			return false
		case *ssa.TypeAssert:
			return !isOnlyReturned(ref, depth-1)
		}
		use := ir.UseOf(v, ref)
		return use.Does != ir.Converts || !isOnlyReturned(use.To, depth-1)
	})
}

// IsCopy tells whether an object is the copy of another.
func IsCopy(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	return ok && strings.HasPrefix(ir.CalledName(call.Common()), "DeepCopy")
}

// CopyOf returns the object that a value is the copy of, and the call that made it; nil if it is no copy.
func CopyOf(v ssa.Value) (ssa.Value, *ssa.Call) {
	if assert, ok := v.(*ssa.TypeAssert); ok { // of what DeepCopyObject returns
		v = assert.X
	}
	if !IsCopy(v) {
		return nil, nil
	}
	call := v.(*ssa.Call)
	if len(ir.Args(call.Common())) != 1 {
		return nil, nil
	}
	return Root(ir.Args(call.Common())[0]), call
}
