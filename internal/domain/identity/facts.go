package identity

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Facts is what packages that call a function need to know of which objects it returns.
type Facts struct {
	Keys []RemoteKeys // of the objects that it returns
	// Unique are the results that are new objects with another name each time.
	Unique []int
	// Bases are the bases of patches, and patches, that the struct holds which the function makes.
	Bases []RemoteBase
	// Leaves are the parameters that are objects with which it does nothing that could change a copy given for one: it is only looked
	// at, compared, or made the base of a patch.
	Leaves []int
}

// A RemoteBase is a field that holds an object, a copy of it, or a patch that is the difference to one of these.
type RemoteBase struct {
	Field  string
	Of     RemoteTerm
	Copied bool
	// Shared says that only the struct of the object is copied, and Beside is the field in which the object is then, if the function
	// isn't given it.
	Shared bool
	Beside string
}

// RemoteKeys are the keys of the object that is the function's result of that index, or that is in a field of it.
type RemoteKeys struct {
	Result int
	Field  string
	Keys   []RemoteTerm
}

// A RemoteTerm is a Term for other packages: its leaves are parameters.
type RemoteTerm struct {
	Kind  TermKind
	Name  string
	Param int
	Args  []RemoteTerm
}

// A RemotePatch says of what the patch of a function is the difference, for other packages: the object itself, a copy of one, or what
// is in the field that the patch is in; all nil if that can't be said.
type RemotePatch struct {
	Base, Copied, Held *RemoteTerm
}

// Facts returns what other packages need to know of the objects that a function returns.
func (f *Finder) Facts(fn *ssa.Function) (facts Facts) {
	results := fn.Signature.Results()
	for n := range results.Len() {
		if keys := AllInParams(fn, f.keysOfResult(fn, n)); len(keys) > 0 {
			facts.Keys = append(facts.Keys, RemoteKeys{Result: n, Keys: keys})
		}
		if kube.IsObject(results.At(n).Type()) && f.makesUnique(fn, n, maxUnique) {
			facts.Unique = append(facts.Unique, n)
		}
	}
	facts.Keys = append(facts.Keys, f.keysInside(fn)...)
	facts.Bases = f.basesInside(fn)
	for n, p := range fn.Params {
		if kube.IsObject(p.Type()) && f.staysCopy(p, copyDepth-1) {
			facts.Leaves = append(facts.Leaves, n)
		}
	}
	return facts
}

// keysOfResult returns the keys of the object that is a result of a function.
func (f *Finder) keysOfResult(fn *ssa.Function, n int) []*Term {
	if t := fn.Signature.Results().At(n).Type(); types.IsInterface(t) && !kube.IsTypeParam(t) || !kube.IsObject(t) && !isConfiguration(t) {
		return nil
	}
	return f.ReturnedKeys(fn, n)
}

// keysInside says which keys the objects have that are in the struct which a function makes.
func (f *Finder) keysInside(fn *ssa.Function) (all []RemoteKeys) {
	if fn.Signature.Results().Len() == 0 {
		return nil
	}
	for _, field := range ObjectFields(fn.Signature.Results().At(0).Type()) {
		if keys := AllInParams(fn, f.keptKeys(fn, field)); len(keys) > 0 {
			all = append(all, RemoteKeys{Field: field, Keys: keys})
		}
	}
	return all
}

// basesInside says which fields of the struct that a function makes hold what it is given, or copies of it, or patches that are
// the difference to it.
func (f *Finder) basesInside(fn *ssa.Function) (all []RemoteBase) {
	made := f.MadeIn(fn)
	if made == nil {
		return nil
	}
	fields, ok := ir.Deref(made.Type()).Underlying().(*types.Struct)
	if !ok || kube.IsObject(made.Type()) {
		return nil
	}
	for field := range fields.Fields() {
		if field.Exported() || field.Pkg() != f.pass.Pkg {
			continue
		}
		var base Base
		switch stored := f.OnlyStoredIn(made, field.Name()); {
		case stored == nil:
		case kube.IsObject(field.Type()):
			base = f.keptBase(fn, field.Name())
		case kube.IsPatch(field.Type()):
			base = f.BaseOf(stored)
		}
		if (base.Copied == nil || kube.IsPatch(field.Type())) && !f.StaysSet(made, field.Name()) {
			continue
		}
		if base.Shared != nil {
			all = append(all, f.sharedInside(fn, field.Name(), base.Shared, made)...)
		} else if of := InParams(fn, base.Of); base.Copied != nil && of != nil {
			all = append(all, RemoteBase{Field: field.Name(), Of: *of, Copied: true})
		} else if of := InParams(fn, base.Pointer); base.Copied == nil && of != nil {
			all = append(all, RemoteBase{Field: field.Name(), Of: *of})
		}
	}
	return all
}

// sharedInside says which field holds a copy of the struct only of an object that the function is given, or has put into another field;
// nothing if none does.
func (f *Finder) sharedInside(fn *ssa.Function, name string, of *Term, made *ssa.Alloc) []RemoteBase {
	if given := InParams(fn, of); given != nil {
		return []RemoteBase{{Field: name, Of: *given, Shared: true}}
	}
	for field := range ir.Deref(made.Type()).Underlying().(*types.Struct).Fields() {
		kept := f.OnlyStoredIn(made, field.Name())
		if kept != nil && kube.IsObject(field.Type()) && Same(f.Pointer(kept), of) && f.isSetWhereMade(field) {
			return []RemoteBase{{Field: name, Shared: true, Beside: field.Name()}}
		}
	}
	return nil
}

// InParams says a base in a function's parameters.
func (b Base) InParams(fn *ssa.Function) RemotePatch {
	switch {
	case b.held != nil:
		return RemotePatch{Held: InParams(fn, b.held)}
	case b.Copied != nil:
		return RemotePatch{Copied: InParams(fn, b.Of)}
	}
	return RemotePatch{Base: InParams(fn, b.Pointer)}
}

// AllInParams says terms in a function's parameters, and leaves out those that can't be.
func AllInParams(fn *ssa.Function, ts []*Term) []RemoteTerm {
	var out []RemoteTerm
	for _, t := range ts {
		if r := InParams(fn, t); r != nil {
			out = append(out, *r)
		}
	}
	return out
}

// InParams says a term in a function's parameters, nil if that can't be.
func InParams(fn *ssa.Function, t *Term) *RemoteTerm {
	if t == nil {
		return nil
	}
	r := &RemoteTerm{Kind: t.Kind, Name: t.Name, Param: -1}
	if t.Kind == LeafTerm {
		if r.Param = ParamOf(t, fn); r.Param < 0 {
			return nil
		}
		return r
	}
	for _, a := range t.Args {
		arg := InParams(fn, a)
		if arg == nil {
			return nil
		}
		r.Args = append(r.Args, *arg)
	}
	return r
}

// Imported says a term of a function of another package in terms of a call of it.
func (f *Finder) Imported(r RemoteTerm, common *ssa.CallCommon) *Term {
	switch r.Kind {
	case LeafTerm:
		if arg := ir.Arg(common, r.Param); arg != nil {
			return f.Term(arg)
		}
		return nil
	case ConstTerm:
		return Text(r.Name)
	}
	var args []*Term
	for _, a := range r.Args {
		t := f.Imported(a, common)
		if t == nil {
			return nil
		}
		args = append(args, t)
	}
	return f.rebuild(r.Kind, r.Name, args)
}

// ImportedPointer says the pointer of a function of another package in terms of a call of it.
func (f *Finder) ImportedPointer(r *RemoteTerm, common *ssa.CallCommon) *Term {
	if r == nil {
		return nil
	}
	switch r.Kind {
	case LeafTerm:
		if arg := ir.Arg(common, r.Param); arg != nil {
			return f.Pointer(arg)
		}
	case FieldTerm:
		if of := f.ImportedPointer(&r.Args[0], common); !IsPending(of) {
			return f.pointerIn(of, r.Name, nil)
		}
	}
	return nil
}

// ImportedBase says the base of a patch of a function of another package in terms of a call of it.
func (f *Finder) ImportedBase(r RemotePatch, call ssa.CallInstruction) Base {
	var b Base
	if r.Held != nil {
		b = f.unheld(Base{held: f.ImportedPointer(r.Held, call.Common())})
	} else if r.Copied != nil {
		b = Base{Made: call, Copied: call, Of: f.ImportedPointer(r.Copied, call.Common())}
	} else if r.Base != nil {
		b = f.traced(Base{Made: f.keeper(r.Base, call), Pointer: f.ImportedPointer(r.Base, call.Common())})
	}
	if !b.Known() && b.held == nil {
		return Base{}
	}
	return b
}

// keeper returns the call that makes the struct in a field of which a function of another package has the base of a patch; or else the
// call of that function.
func (f *Finder) keeper(base *RemoteTerm, call ssa.CallInstruction) ssa.CallInstruction {
	if base.Kind == FieldTerm && base.Args[0].Kind == LeafTerm {
		if of := f.ImportedPointer(&base.Args[0], call.Common()); of != nil && of.Kind == LeafTerm {
			if maker := MadeBy(of.Leaf); maker != nil && ir.Within(call.Parent(), maker.Parent()) {
				return maker
			}
		}
	}
	return call
}

// foreignKeys returns the keys of an object that a function of another package returns to a call, or of that in a field of
// what it returns.
func (f *Finder) foreignKeys(call *ssa.Call, n int, field string) []*Term {
	facts := f.calls.Facts(ir.Called(call.Common()))
	if facts == nil {
		return nil
	}
	var out []*Term
	for _, k := range facts.Keys {
		if k.Result == n && k.Field == field {
			for _, t := range k.Keys {
				out = append(out, f.Expand(f.Imported(t, call.Common()), nil)...)
			}
		}
	}
	return Compact(out)
}
