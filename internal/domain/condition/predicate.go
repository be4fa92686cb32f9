package condition

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// predicate is the term of what a function says of objects, if it is given nothing else but constants: the same as long as
// they stay as they are; nil if the call is none of such a function.
func (f *Finder) predicate(call *ssa.Call) *identity.Term {
	args := ir.Args(call.Common())
	name, ok := f.predicateName(call, len(args))
	if !ok {
		return nil
	}
	some := false
	for _, arg := range args {
		_, constant := arg.(*ssa.Const)
		if !constant && !isAsked(arg) {
			return nil
		}
		some = some || !constant
	}
	if t := f.objects.Named(name, call); some && t != nil && t.Kind == identity.CallTerm {
		return t
	}
	return nil
}

// predicateName returns the name of the function that a call of so many arguments comes to, if what that says hangs on these alone.
func (f *Finder) predicateName(call *ssa.Call, args int) (name string, ok bool) {
	if callee := f.lazy.Callee(call.Common()); callee != nil {
		return callee.String(), len(callee.Params) == args && f.isPredicate(callee)
	}
	fn, ok := ir.Called(call.Common()).(*types.Func)
	if !ok || call.Call.IsInvoke() {
		return "", false
	}
	return fn.FullName(), len(f.calls.Asks(fn)) > 0 && ir.IsBool(call.Type())
}

// isPredicate tells whether a function says yes or no, and whether only by what it is given.
func (f *Finder) isPredicate(fn *ssa.Function) bool {
	results := fn.Signature.Results()
	return results.Len() == 1 && ir.IsBool(results.At(0).Type()) && !f.objects.Varies(fn) && !f.hasState(fn)
}

// A Asked is what a function that says yes or no, and only by what it is given, looks at of a parameter.
type Asked struct {
	Param  int
	Looked []string
}

// Asks returns what a function looks at that says yes or no of objects; nothing if it is none.
func (f *Finder) Asks(fn *ssa.Function) (out []Asked) {
	if !saysOfObjects(fn.Signature) || !f.isPredicate(fn) {
		return nil
	}
	for n, p := range fn.Params {
		if isAsked(p) {
			out = append(out, Asked{n, f.footprints.Look(p, nil).At.List()})
		}
	}
	return out
}

// AsksObject tells whether a function says yes or no of an object whose method it is.
func AsksObject(fn *types.Func) bool {
	return fn.Signature().Recv() != nil && saysOfObjects(fn.Signature())
}

// saysOfObjects tells whether functions of a signature say yes or no of an object.
func saysOfObjects(sig *types.Signature) bool {
	if sig.Results().Len() != 1 || !ir.IsBool(sig.Results().At(0).Type()) {
		return false
	}
	if recv := sig.Recv(); recv != nil && kube.IsObject(recv.Type()) {
		return true
	}
	for p := range sig.Params().Variables() {
		if kube.IsObject(p.Type()) {
			return true
		}
	}
	return false
}

// Looks returns what a call of a function that says yes or no looks at of its argument of an index.
func (f *Finder) Looks(call *ssa.Call, n int) footprint.Set {
	if callee := f.lazy.Callee(call.Common()); callee != nil {
		return f.footprints.Look(callee.Params[n], nil).At
	}
	for _, a := range f.calls.Asks(ir.Called(call.Common())) {
		if a.Param == n {
			return footprint.Of(a.Looked)
		}
	}
	return footprint.Whole()
}

// hasState tells whether what a function of this package returns may hang on more than it is given: on a variable of a package, or on
// what a function does whose body isn't in view, those of the libraries aside.
func (f *Finder) hasState(fn *ssa.Function) bool { return f.stateful.Of(fn) }

func (f *Finder) findState(fn *ssa.Function) bool {
	if len(fn.FreeVars) > 0 {
		return true
	}
	for instr := range ir.All[ssa.Instruction](fn.Blocks) {
		if slices.ContainsFunc(instr.Operands(nil), func(of *ssa.Value) bool { _, is := (*of).(*ssa.Global); return is }) {
			return true
		}
		call, ok := instr.(ssa.CallInstruction)
		if !ok || ir.IsBuiltin(call.Common(), "") {
			continue
		}
		callee, obj := f.lazy.Callee(call.Common()), ir.Called(call.Common())
		if callee != nil && f.hasState(callee) || callee == nil && (obj == nil || ir.SameModule(f.pass, obj.Pkg())) {
			return true
		}
	}
	return false
}

// isAsked tells whether a value is an object, or what has the metadata of one.
func isAsked(v ssa.Value) bool {
	t := ir.Unwrap(v).Type()
	_, pointer := t.Underlying().(*types.Pointer)
	return (pointer || types.IsInterface(t)) && (kube.IsObject(t) || kube.IsMetadata(t))
}
