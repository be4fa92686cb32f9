package handler

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Fields is the fact that event functions of a package call what is in fields, which other packages may set, or that it makes
// event functions of that.
type Fields struct {
	List []Field // sorted
}

// A Field is one of an exported struct type, with what it makes of a function that is put there.
type Field struct {
	Pkg, Type, Name string
	Surface         kube.Surface
	Role            string // of the event function that the package makes of it; empty if one only calls it
	Private         bool
	Via             string // the function that calls it, with file and line; empty if it becomes one
}

func (f *Fields) String() string { return fmt.Sprintf("fields:%d", len(f.List)) }

// Fields returns which fields the event functions of the package call, nil for none.
func (e *Events) Fields() *Fields {
	if e == nil || len(e.fields.List) == 0 {
		return nil
	}
	return &e.fields
}

// A keptParam is a parameter that a function keeps in a field, of which another makes an event function, or which event functions
// call and nobody else. What this package passes for it is known without.
type keptParam struct {
	param *ssa.Parameter
	as    Registered
}

// maxCalled bounds how many functions are looked through for what one event function calls.
const maxCalled = 100

// calledFields finds the fields that the package's event functions call, before they return, and nothing else in the package:
// what others call too may be for them.
func (f *eventFinder) calledFields() {
	within := map[*ssa.Function]bool{}
	registered := len(f.kept)
	for _, e := range f.out.List {
		seen := map[*ssa.Function]bool{}
		for todo := []*ssa.Function{e.Func.Fn}; len(todo) > 0 && len(seen) < maxCalled; todo = todo[1:] {
			if fn := todo[0]; fn != nil && !seen[fn] {
				seen[fn], within[Source(fn)] = true, true
				todo = append(todo, f.callsIn(fn, e)...)
			}
		}
	}
	for call := range f.pkg.Calls() {
		if kept := f.info.Kept(call.Common().Value); len(kept) > 0 && !within[call.Parent()] {
			f.kept = append(f.kept[:registered], slices.DeleteFunc(f.kept[registered:], func(k keptParam) bool { return slices.Contains(kept, k.param) })...)
		}
		if field, ok := exportedField(call.Common().Value); ok && !within[call.Parent()] {
			f.out.fields.List = slices.DeleteFunc(f.out.fields.List, field.same)
		}
	}
	f.out.fields.List = eachOnce(f.out.fields.List)
}

// eachOnce sorts fields, and leaves one for each role of a field.
func eachOnce(fields []Field) []Field {
	slices.SortFunc(fields, orderOfFields)
	return slices.CompactFunc(fields, func(a, b Field) bool { return a.same(b) && a.Role == b.Role })
}

func orderOfFields(a, b Field) int {
	return cmp.Or(cmp.Compare(a.Pkg, b.Pkg), cmp.Compare(a.Type, b.Type), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Role, b.Role), cmp.Compare(a.Via, b.Via))
}

// same tells whether two are of one field.
func (f Field) same(other Field) bool {
	return f.Pkg == other.Pkg && f.Type == other.Type && f.Name == other.Name
}

// callsIn notes the fields that a function calls for an event function, and returns the functions of the package that it
// calls.
func (f *eventFinder) callsIn(fn *ssa.Function, e *Event) (callees []*ssa.Function) {
	for call := range ir.All[*ssa.Call](fn.Blocks) {
		if callee := f.pkg.Callee(call.Common()); callee != nil {
			callees = append(callees, callee)
			continue
		}
		for _, p := range f.info.Kept(call.Call.Value) {
			f.kept = append(f.kept, keptParam{p, Registered{Surface: e.Surface, Role: p.Name(), Private: e.Private, Via: cmp.Or(e.Via, f.pkg.Where(call)), Adapted: true, Object: -1}})
		}
		if field, ok := exportedField(call.Call.Value); ok {
			field.Surface, field.Private, field.Via = e.Surface, e.Private, cmp.Or(e.Via, f.pkg.Where(call))
			f.out.fields.List = append(f.out.fields.List, field)
		}
	}
	return callees
}

// becomes notes that the package makes an event function of what a value has, if that is in a field which others may set: in
// one of the libraries' they make one of it themselves.
func (f *eventFinder) becomes(v ssa.Value, r Registered) {
	if field, ok := exportedField(v); ok && !r.Adapted && r.Via == "" && !kube.IsLibrary(field.Pkg) {
		field.Surface, field.Role, field.Private = r.Surface, r.Role, r.Private
		f.out.fields.List = append(f.out.fields.List, field)
	}
}

// exportedField returns the field that a function value was read from, if other packages can set it.
func exportedField(v ssa.Value) (Field, bool) {
	of, step := ssa.Value(nil), ir.StepOf(v)
	switch step.Kind {
	case ir.FieldOf:
		of = step.From[0]
	case ir.Load:
		if step = ir.StepOf(step.From[0]); step.Kind == ir.FieldAddr {
			of = step.From[0]
		}
	}
	if of == nil || !ir.IsFunc(v.Type()) || !step.Field.Exported() {
		return Field{}, false
	}
	return fieldOf(of.Type(), step.Field)
}

// fieldOf names a field of a struct of a type, or of what that points to; of an exported type only.
func fieldOf(t types.Type, field *types.Var) (Field, bool) {
	named := kube.Named(t)
	if named == nil || field == nil || !named.Obj().Exported() || named.Obj().Pkg() == nil {
		return Field{}, false
	}
	return Field{Pkg: named.Obj().Pkg().Path(), Type: named.Obj().Name(), Name: field.Name()}, true
}

// setField finds the event functions that a package makes by a store to a field which event functions of another call, or which
// another makes one of.
func (f *eventFinder) setField(addr *ssa.FieldAddr, store *ssa.Store) {
	if len(f.called) == 0 || !ir.IsFunc(store.Val.Type()) {
		return
	}
	set, ok := fieldOf(addr.X.Type(), ir.FieldAt(addr))
	if !ok {
		return
	}
	for _, field := range f.called {
		if field.same(set) {
			f.register(store.Val, Registered{Surface: field.Surface, Role: cmp.Or(field.Role, field.Name), Private: field.Private, Via: field.Via}, store)
		}
	}
}
