package identity

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/change"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// termOfCall is the term of the one result of a call, nil if it is only itself.
func (f *Finder) termOfCall(v *ssa.Call) *Term {
	common := v.Common()
	obj := ir.Called(common)
	if obj == nil {
		return nil
	}
	recv, args := ir.Receiver(common)
	s := kube.SymbolOf(obj)
	if IsCopy(v) {
		if may, _ := f.calls.Renames(v); may {
			return nil
		}
	}
	if t, ok := f.termOfKnown(s, recv, args); ok {
		return t
	}
	if t := f.termOfSelector(s, recv, args); t != nil {
		return t
	}
	if callee := f.lazy.Callee(common); callee != nil {
		return f.termOfBody(callee, v)
	}
	switch {
	case kube.IsPure(s), len(args) == 0 && kube.IsObject(v.Type()) && f.handsOutPart(common):
		return f.pure(s.String(), common)
	case (recv != nil || len(args) > 0) && ir.SameModule(f.pass, obj.Pkg()) && isName(v.Type()) && !kube.IsRandom(s):
		return f.Named(s.String(), v)
	}
	return nil
}

// termOfKnown is the term of what functions return that are known to the tables; false for others.
func (f *Finder) termOfKnown(s kube.Symbol, recv ssa.Value, args []ssa.Value) (*Term, bool) {
	switch {
	case recv != nil && len(args) == 0 && (s.Name == "GetName" || s.Name == "GetNamespace") && f.isObject(recv):
		return f.FieldOf(strings.TrimPrefix(s.Name, "Get"), f.Term(recv)), true
	case recv != nil && len(args) == 0 && strings.HasPrefix(s.Name, "DeepCopy"):
		return f.Term(recv), true
	case kube.IsKeyOfObject(s) && len(args) == 1:
		return compose(KeyTerm, "", f.Term(args[0])), true
	case recv != nil && len(args) == 0 && (kube.ProvenanceOf(s) == kube.ManagerClient || kube.ProvenanceOf(s) == kube.AlwaysCached):
		return compose(CallTerm, "client", f.Term(recv)), true
	case kube.KeepsKey(s) && recv != nil:
		return f.Term(recv), true
	case kube.KeepsKey(s) && len(args) > 0:
		return f.Term(args[0]), true
	}
	return nil, false
}

// handsOutPart tells whether a call of an interface's method returns a part of its receiver, the same each time, whichever of the
// package's types that is.
func (f *Finder) handsOutPart(common *ssa.CallCommon) bool {
	methods := f.lazy.Implementations(common)
	return len(methods) > 0 && !slices.ContainsFunc(methods, func(m *ssa.Function) bool { return m == nil || len(m.Params) == 0 || !ir.ReturnsPart(m) })
}

// FieldOf returns the term of a field of what a term stands for.
func (f *Finder) FieldOf(name string, of *Term) *Term {
	if of == nil {
		return nil
	}
	return f.rebuild(FieldTerm, name, []*Term{of})
}

func (f *Finder) isObject(v ssa.Value) bool {
	if field, ok := v.(*ssa.FieldAddr); ok && ir.Promotes(ir.FieldAt(field)) { // promoted from ObjectMeta
		return f.isObject(field.X)
	}
	return kube.IsObject(v.Type()) || types.IsInterface(v.Type())
}

// pure is the term of a call of a function without effects.
func (f *Finder) pure(name string, common *ssa.CallCommon) *Term {
	return f.rebuild(CallTerm, name, ir.Map(ir.Args(common), f.Term))
}

// termOfBody is the term of a call of a function of this package that computes a name or key: what it returns, if that is
// one thing, or else the call itself, which gives the same for the same arguments unless it varies; and of one that copies an
// object: that object.
func (f *Finder) termOfBody(callee *ssa.Function, call *ssa.Call) *Term {
	if callee.Signature.Results().Len() != 1 {
		return nil
	}
	all, t := ir.Returned(callee, 0), callee.Signature.Results().At(0).Type()
	if kube.IsObject(t) && len(all) == 1 {
		s := ir.StepOf(ir.Unwrap(all[0]))
		if s.Kind == ir.Alias && len(s.From) == 1 { // asserted to be an object
			s = ir.StepOf(s.From[0])
		}
		if s.Kind == ir.Result && change.CopyOf(s.Call) != nil {
			return f.Lift(f.Term(all[0]), callee, call.Common())
		}
	}
	if !isName(t) {
		return nil
	}
	if len(all) == 1 {
		if t := f.Lift(f.Term(all[0]), callee, call.Common()); t != nil {
			return t
		}
	}
	if f.Varies(callee) {
		return nil
	}
	return f.Named(callee.String(), call)
}

// Named is the term of a call of a function of the user's that computes a name or key. Of one that goes by the environment alone it
// is the same wherever it is called, such as that of the program's own namespace.
func (f *Finder) Named(name string, call *ssa.Call) *Term {
	t := f.pure(name, call.Common())
	if t != nil && (len(call.Call.Args) > 0 || !ofEnvironment(f.lazy.Callee(call.Common()))) {
		t.Call = call
	}
	return t
}

// ofEnvironment tells whether a function goes by nothing but constants and the environment of the process, so that it returns the same each
// time.
func ofEnvironment(fn *ssa.Function) bool {
	if fn == nil || len(fn.FreeVars) > 0 {
		return false
	}
	for instr := range ir.All[ssa.Instruction](fn.Blocks) {
		switch instr := instr.(type) {
		case *ssa.UnOp:
			if _, variable := instr.X.(*ssa.Global); variable || instr.Op == token.ARROW {
				return false
			}
		case ssa.CallInstruction:
			if !kube.ReadsEnvironment(ir.Symbol(instr.Common())) {
				return false
			}
		case *ssa.Select, *ssa.Range:
			return false
		}
	}
	return true
}

// isName tells whether values of type t are names or keys of objects.
func isName(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0 || kube.IsKey(t)
}

// termOfExtract is the term of one result of several.
func (f *Finder) termOfExtract(v *ssa.Extract) *Term {
	switch tuple := v.Tuple.(type) {
	case *ssa.Lookup:
		if v.Index == 0 {
			return cmp.Or(f.termOfEntry(tuple), f.Leaf(v))
		}
	case *ssa.TypeAssert:
		if v.Index == 0 {
			return f.Term(tuple.X)
		}
	case *ssa.Call:
		obj := ir.Called(tuple.Common())
		if obj == nil {
			break
		}
		recv, args := ir.Receiver(tuple.Common())
		switch s := kube.SymbolOf(obj); {
		case kube.IsKeyFunc(s) && v.Index == 0 && len(args) == 1 && isName(v.Type()):
			return compose(KeyTerm, "", f.Term(args[0]))
		case kube.IsKeyOfObject(s) && v.Index == 0 && len(args) == 1:
			return compose(KeyTerm, "", f.Term(args[0]))
		case kube.SplitsKey(s) && v.Index < 2:
			return f.FieldOf([]string{"Namespace", "Name"}[v.Index], f.Term(args[0]))
		case v.Index == 0:
			return cmp.Or(f.termOfSelector(s, recv, args), f.Leaf(v))
		}
	}
	return f.Leaf(v)
}

// termOfEntry is the term of what a map in a field has for a key, if the function doesn't put anything into it; nil else.
func (f *Finder) termOfEntry(v *ssa.Lookup) *Term {
	of := f.Term(v.X)
	if of == nil || of.Kind != FieldTerm {
		return nil
	}
	filled := f.puts.Of(v.Parent(), func(fn *ssa.Function) map[string]bool {
		names := map[string]bool{}
		for update := range ir.All[*ssa.MapUpdate](fn.Blocks) {
			if field := ir.FieldRead(update.Map); field != nil {
				names[field.Name()] = true
			}
		}
		return names
	})
	if filled[of.Name] {
		return nil
	}
	return compose(CallTerm, "entry", of, f.Term(v.Index))
}

// receiverOf returns the receiver with which the package makes values of a method, if the function is what such a value
// calls; nil if it isn't, or if there are several.
func (f *Finder) receiverOf(wrapper *ssa.Function) ssa.Value {
	if bound := f.lazy.Index().Bound(wrapper); len(bound) == 1 {
		return bound[0]
	}
	return nil
}
