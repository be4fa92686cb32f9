package paths

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

// call is the term of the one result of a call, nil if it is only itself.
func (ts *terms) call(v *ssa.Call) *Term {
	common := v.Common()
	obj := ir.Called(common)
	if obj == nil {
		return nil
	}
	recv, args := ir.Receiver(common)
	s := kube.SymbolOf(obj)
	if isCopy(v) {
		if may, _ := ts.info.mayRename(v); may {
			return nil
		}
	}
	if t, ok := ts.known(s, recv, args); ok {
		return t
	}
	if t := ts.selector(s, recv, args); t != nil {
		return t
	}
	if callee := ts.info.lazy.Callee(common); callee != nil {
		return ts.inlined(callee, v)
	}
	switch {
	case kube.IsPure(s), len(args) == 0 && kube.IsObject(v.Type()) && ts.handsOutPart(common):
		return ts.pure(s.String(), common)
	case (recv != nil || len(args) > 0) && ts.info.isOwn(obj) && isName(v.Type()) && !kube.IsRandom(s):
		return ts.named(s.String(), v)
	}
	return nil
}

// known is the term of what functions return that are known to the tables; false for others.
func (ts *terms) known(s kube.Symbol, recv ssa.Value, args []ssa.Value) (*Term, bool) {
	switch {
	case recv != nil && len(args) == 0 && (s.Name == "GetName" || s.Name == "GetNamespace") && ts.isObject(recv):
		return ts.rebuildField(strings.TrimPrefix(s.Name, "Get"), ts.of(recv)), true
	case recv != nil && len(args) == 0 && strings.HasPrefix(s.Name, "DeepCopy"):
		return ts.of(recv), true
	case kube.IsKeyOfObject(s) && len(args) == 1:
		return compose(keyTerm, "", ts.of(args[0])), true
	case recv != nil && len(args) == 0 && (kube.ProvenanceOf(s) == kube.ManagerClient || kube.ProvenanceOf(s) == kube.AlwaysCached):
		return compose(callTerm, "client", ts.of(recv)), true
	case kube.KeepsKey(s) && recv != nil:
		return ts.of(recv), true
	case kube.KeepsKey(s) && len(args) > 0:
		return ts.of(args[0]), true
	}
	return nil, false
}

// handsOutPart tells whether a call of an interface's method returns a part of its receiver, the same each time, whichever of the
// package's types that is.
func (ts *terms) handsOutPart(common *ssa.CallCommon) bool {
	methods := ts.info.lazy.Implementations(common)
	return len(methods) > 0 && !slices.ContainsFunc(methods, func(m *ssa.Function) bool { return m == nil || len(m.Params) == 0 || !ir.ReturnsPart(m) })
}

func (ts *terms) rebuildField(name string, of *Term) *Term {
	if of == nil {
		return nil
	}
	return ts.rebuild(fieldTerm, name, []*Term{of})
}

func (ts *terms) isObject(v ssa.Value) bool {
	if f, ok := v.(*ssa.FieldAddr); ok && ir.Promotes(ir.FieldAt(f)) { // promoted from ObjectMeta
		return ts.isObject(f.X)
	}
	return kube.IsObject(v.Type()) || types.IsInterface(v.Type())
}

// pure is the term of a call of a function without effects.
func (ts *terms) pure(name string, common *ssa.CallCommon) *Term {
	return ts.rebuild(callTerm, name, ir.Map(ir.Args(common), ts.of))
}

// inlined is the term of a call of a function of this package that computes a name or key: what it returns, if that is
// one thing, or else the call itself, which gives the same for the same arguments unless it varies; and of one that copies an
// object: that object.
func (ts *terms) inlined(callee *ssa.Function, call *ssa.Call) *Term {
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
			return ts.info.lift(ts.of(all[0]), callee, call.Common())
		}
	}
	if !isName(t) {
		return nil
	}
	if len(all) == 1 {
		if t := ts.info.lift(ts.of(all[0]), callee, call.Common()); t != nil {
			return t
		}
	}
	if ts.varies(callee) {
		return nil
	}
	return ts.named(callee.String(), call)
}

// named is the term of a call of a function of the user's that computes a name or key. Of one that goes by the environment alone it
// is the same wherever it is called, such as that of the program's own namespace.
func (ts *terms) named(name string, call *ssa.Call) *Term {
	t := ts.pure(name, call.Common())
	if t != nil && (len(call.Call.Args) > 0 || !ofEnvironment(ts.info.lazy.Callee(call.Common()))) {
		t.call = call
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

// extract is the term of one result of several.
func (ts *terms) extract(v *ssa.Extract) *Term {
	switch tuple := v.Tuple.(type) {
	case *ssa.Lookup:
		if v.Index == 0 {
			return cmp.Or(ts.entry(tuple), ts.leafOf(v))
		}
	case *ssa.TypeAssert:
		if v.Index == 0 {
			return ts.of(tuple.X)
		}
	case *ssa.Call:
		obj := ir.Called(tuple.Common())
		if obj == nil {
			break
		}
		recv, args := ir.Receiver(tuple.Common())
		switch s := kube.SymbolOf(obj); {
		case kube.IsKeyFunc(s) && v.Index == 0 && len(args) == 1 && isName(v.Type()):
			return compose(keyTerm, "", ts.of(args[0]))
		case kube.IsKeyOfObject(s) && v.Index == 0 && len(args) == 1:
			return compose(keyTerm, "", ts.of(args[0]))
		case kube.SplitsKey(s) && v.Index < 2:
			return ts.rebuildField([]string{"Namespace", "Name"}[v.Index], ts.of(args[0]))
		case v.Index == 0:
			return cmp.Or(ts.selector(s, recv, args), ts.leafOf(v))
		}
	}
	return ts.leafOf(v)
}

// entry is the term of what a map in a field has for a key, if the function doesn't put anything into it; nil else.
func (ts *terms) entry(v *ssa.Lookup) *Term {
	of := ts.of(v.X)
	if of == nil || of.kind != fieldTerm {
		return nil
	}
	filled := ts.filled.Of(v.Parent(), func(fn *ssa.Function) map[string]bool {
		names := map[string]bool{}
		for update := range ir.All[*ssa.MapUpdate](fn.Blocks) {
			if field := ir.FieldRead(update.Map); field != nil {
				names[field.Name()] = true
			}
		}
		return names
	})
	if filled[of.name] {
		return nil
	}
	return compose(callTerm, "entry", of, ts.of(v.Index))
}
