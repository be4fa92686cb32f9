package ir

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// Foreign returns the functions of the user's other packages that the package can come to: those that it names, and the
// methods of the types that it names or has values of; for what is generic, the uninstantiated ones. They are in no
// order.
func (p *Package) Foreign() []*types.Func {
	p.surveying.Do(p.survey)
	return p.foreign
}

// Names returns what the package names outside of generated files, such as clientsets, which come by the hundred and
// have no mistakes of their own; each object once, in no order.
func (p *Package) Names() []types.Object {
	p.surveying.Do(p.survey)
	return p.names
}

func (p *Package) survey() {
	s := newSurvey(func(pkg *types.Package) bool { return !kube.IsLibrary(pkg.Path()) || SameModule(p.pass, pkg) })
	p.names = s.look(p.pass.Pkg, p.pass.TypesInfo, generated(p.pass))
	p.foreign = slices.Collect(maps.Keys(s.found))
}

// Reached returns the functions of packages that others of them can come to, in the sense of [Package.Foreign]: what there
// is to say of any other is of no use to them. Of each package it is given what the type checker found.
func Reached(pkgs map[*types.Package]*types.Info) map[*types.Func]bool {
	s := newSurvey(func(pkg *types.Package) bool { return pkgs[pkg] != nil })
	for pkg, info := range pkgs {
		s.look(pkg, info, func(token.Pos) bool { return true })
	}
	return s.found
}

// A survey looks for the functions that packages can come to in others.
type survey struct {
	pkg   *types.Package            // that is looked at
	own   func(*types.Package) bool // tells whether a package is one of the user's
	seen  map[types.Object]bool     // what was looked at, of any package but the one that is
	found map[*types.Func]bool
}

func newSurvey(own func(*types.Package) bool) *survey {
	return &survey{own: own, seen: map[types.Object]bool{}, found: map[*types.Func]bool{}}
}

// look looks at a package, and returns what it names where nothing is generated.
func (s *survey) look(pkg *types.Package, info *types.Info, generated func(token.Pos) bool) (names []types.Object) {
	s.pkg = pkg
	written := map[types.Object]bool{}
	for id, obj := range info.Uses {
		if _, ok := written[obj]; !ok {
			written[obj] = false
			s.mention(obj)
		}
		if !written[obj] && !generated(id.Pos()) {
			written[obj] = true
			names = append(names, obj)
		}
	}
	for _, obj := range info.Defs {
		if v, ok := obj.(*types.Var); ok && v.Embedded() {
			s.mention(v)
		}
	}
	return names
}

func (s *survey) mention(obj types.Object) {
	switch obj := obj.(type) {
	case *types.Func:
		s.function(obj)
		for result := range obj.Signature().Results().Variables() {
			s.methods(result.Type())
		}
	case *types.Var, *types.TypeName:
		s.methods(obj.Type())
	}
}

func (s *survey) function(fn *types.Func) {
	fn = fn.Origin()
	if s.first(fn) {
		s.found[fn] = true
	}
}

// first tells whether the object is of another package of the user's, and was not seen before.
func (s *survey) first(obj types.Object) bool {
	if obj.Pkg() == nil || obj.Pkg() == s.pkg || s.seen[obj] {
		return false
	}
	s.seen[obj] = true
	return s.own(obj.Pkg())
}

// methods notes the methods of a type or of what it points to, and those of the types that it embeds.
func (s *survey) methods(t types.Type) {
	t = Deref(types.Unalias(t))
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || !s.first(named.Origin().Obj()) {
		return
	}
	named = named.Origin()
	for m := range named.Methods() {
		s.function(m)
	}
	switch u := named.Underlying().(type) {
	case *types.Interface:
		for m := range u.Methods() {
			s.function(m)
		}
	case *types.Struct:
		for f := range u.Fields() {
			if f.Embedded() {
				s.methods(f.Type())
			}
		}
	}
}

// SameModule tells whether another package belongs to the module of the pass's, as far as paths can tell.
func SameModule(pass *analysis.Pass, pkg *types.Package) bool {
	m := pass.Module
	return m != nil && m.Path != "" && pkg != nil && (pkg.Path() == m.Path || strings.HasPrefix(pkg.Path(), m.Path+"/"))
}

// Implemented tells whether a type that the package declares implements the interface that a method is of, so that what
// the method does elsewhere is not all that a call of it may do. A mock is none, which only tests make.
func (p *Package) Implemented(method *types.Func) bool {
	recv := method.Signature().Recv()
	if recv == nil {
		return false
	}
	iface, ok := recv.Type().Underlying().(*types.Interface)
	if !ok {
		return false
	}
	scope := p.pass.Pkg.Scope()
	return slices.ContainsFunc(scope.Names(), func(name string) bool {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || types.IsInterface(tn.Type()) || !types.Implements(types.NewPointer(tn.Type()), iface) {
			return false
		}
		named := kube.Named(tn.Type())
		return named == nil || !kube.IsMock(named)
	})
}
