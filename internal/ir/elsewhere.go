package ir

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// Elsewhere returns what calls through interfaces come to whose one implementation is in another package than the
// interface, as is usual where the one who calls says what it needs: for each such method of an interface that one of the
// packages declares, the method of the type. Of each package it is given what the type checker found, and which functions
// others come to, see [Reached].
func Elsewhere(pkgs map[*types.Package]*types.Info, reached map[*types.Func]bool) map[*types.Func]*types.Func {
	e := &elsewhere{pkgs, reached, programs(pkgs), map[string][]*types.Named{}, map[*types.Package]map[*types.TypeName]bool{}}
	var interfaces []*types.Named
	for pkg := range pkgs {
		for t := range Types(pkg) {
			switch {
			case t.TypeParams().Len() > 0 || kube.IsMock(t):
			case types.IsInterface(t):
				interfaces = append(interfaces, t)
			default:
				for sel := range types.NewMethodSet(types.NewPointer(t)).Methods() {
					e.having[sel.Obj().Name()] = append(e.having[sel.Obj().Name()], t)
				}
			}
		}
	}
	found := map[*types.Func]*types.Func{}
	for _, t := range interfaces {
		if impl := e.sole(t); impl != nil && impl.Obj().Pkg() != t.Obj().Pkg() {
			for m := range t.Underlying().(*types.Interface).ExplicitMethods() {
				if fn := DeclaredMethod(impl, m.Name()); fn != nil {
					found[m] = fn
				}
			}
		}
	}
	return found
}

// An elsewhere looks for the implementations of interfaces.
type elsewhere struct {
	pkgs     map[*types.Package]*types.Info
	reached  map[*types.Func]bool
	programs []map[*types.Package]bool
	having   map[string][]*types.Named // the types that have a method of a name
	made     map[*types.Package]map[*types.TypeName]bool
}

// programs returns what each main package imports, itself or through others of the packages.
func programs(pkgs map[*types.Package]*types.Info) (all []map[*types.Package]bool) {
	for pkg := range pkgs {
		if pkg.Name() == "main" {
			all = append(all, Reachable(func(p *types.Package) []*types.Package {
				return slices.DeleteFunc(slices.Clone(p.Imports()), func(imp *types.Package) bool { return pkgs[imp] == nil })
			}, pkg))
		}
	}
	return all
}

// together tells whether a program has both packages, or none has the first.
func (e *elsewhere) together(first, second *types.Package) bool {
	alone := true
	for _, program := range e.programs {
		if program[first] && program[second] {
			return true
		}
		alone = alone && !program[first]
	}
	return alone
}

// sole returns the one type which the programs that have an interface make, and that implements it; nil if there is none,
// or if a client may: of that it is known what it does.
func (e *elsewhere) sole(named *types.Named) *types.Named {
	iface := named.Underlying().(*types.Interface)
	if iface.NumExplicitMethods() == 0 {
		return nil
	}
	for m := range iface.ExplicitMethods() {
		if _, ok := kube.OwnInterfaceOperation(m, m.Signature().Recv().Type()); ok {
			return nil
		}
	}
	found := slices.DeleteFunc(slices.Clone(e.having[iface.ExplicitMethod(0).Name()]), func(t *types.Named) bool {
		return !types.Implements(types.NewPointer(t), iface) || !e.together(named.Obj().Pkg(), t.Obj().Pkg()) || !e.isMade(t)
	})
	if len(found) != 1 {
		return nil
	}
	return found[0]
}

// DeclaredMethod returns the method of that name that is declared for a type itself, nil if there is none, or if the type
// has it of what it embeds.
func DeclaredMethod(t *types.Named, name string) *types.Func {
	for m := range t.Methods() {
		if m.Name() == name {
			return m
		}
	}
	return nil
}

// isMade tells whether the program may have values of a type: another package names it, or a function of its own that
// somebody uses makes one. A fake whose constructor only tests call is none.
func (e *elsewhere) isMade(t *types.Named) bool {
	for m := range t.Methods() {
		if e.reached[m] {
			return true
		}
	}
	pkg := t.Obj().Pkg()
	if e.made[pkg] == nil {
		e.made[pkg] = e.makes(pkg)
	}
	return e.made[pkg][t.Obj()]
}

// makes returns the types of a package that its functions make values of.
func (e *elsewhere) makes(pkg *types.Package) map[*types.TypeName]bool {
	info := e.pkgs[pkg]
	used := map[types.Object]bool{}
	for _, obj := range info.Uses {
		used[obj] = true
	}
	var makers []*types.Scope
	for _, obj := range info.Defs {
		fn, ok := obj.(*types.Func)
		if ok && fn.Scope() != nil && (fn.Signature().Recv() != nil || used[fn] || e.reached[fn] || fn.Name() == "main" || fn.Name() == "init") {
			makers = append(makers, fn.Scope())
		}
	}
	slices.SortFunc(makers, func(a, b *types.Scope) int { return cmp.Compare(a.Pos(), b.Pos()) })
	within := func(pos token.Pos) bool {
		at, found := slices.BinarySearchFunc(makers, pos, func(s *types.Scope, pos token.Pos) int { return cmp.Compare(s.Pos(), pos) })
		return found || at > 0 && makers[at-1].Contains(pos)
	}
	made := map[*types.TypeName]bool{}
	for expr, of := range info.Types {
		if named := kube.Named(of.Type); named != nil && named.Obj().Pkg() == pkg && isNew(expr) && within(expr.Pos()) {
			made[named.Obj()] = true
		}
	}
	return made
}

// isNew tells whether an expression makes a value: a literal, or new.
func isNew(expr ast.Expr) bool {
	switch expr := expr.(type) {
	case *ast.CompositeLit:
		return true
	case *ast.CallExpr:
		id, ok := ast.Unparen(expr.Fun).(*ast.Ident)
		return ok && id.Name == "new"
	}
	return false
}
