// Package dispatch finds the functions of a package that calls come to.
package dispatch

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Resolver resolves the calls of one package. It is not safe for use by several goroutines.
type Resolver struct {
	pkg   *ssa.Package
	named []*types.Named
	impls map[*types.Func]*ssa.Function
}

// New returns the resolver of a package.
func New(pkg *ssa.Package) *Resolver {
	r := &Resolver{pkg: pkg, impls: map[*types.Func]*ssa.Function{}}
	scope := pkg.Pkg.Scope()
	for _, name := range scope.Names() {
		if tn, ok := scope.Lookup(name).(*types.TypeName); ok && !tn.IsAlias() && pkg.Members[name] != nil { // not a test's
			if n, ok := tn.Type().(*types.Named); ok {
				r.named = append(r.named, n)
			}
		}
	}
	return r
}

// Callee returns the function of this package that a call comes to: a function, a method, a function literal that is
// called where it is made, or the one implementation of an interface of this package. Nil if it is none, or unknown.
func (r *Resolver) Callee(common *ssa.CallCommon) *ssa.Function {
	if common.IsInvoke() {
		return r.Implementation(common)
	}
	if fn := common.StaticCallee(); fn != nil && len(fn.Blocks) > 0 {
		return fn
	}
	return nil
}

// Implementation returns the method that a call through an interface comes to, when the interface is of this package,
// and only one type of this package implements it. Nil if there is no such method.
func (r *Resolver) Implementation(common *ssa.CallCommon) *ssa.Function {
	iface, ok := common.Value.Type().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	return r.ImplementationOf(common.Method, iface)
}

// ImplementationOf returns what [Resolver.Implementation] does for a call of a method of an interface.
func (r *Resolver) ImplementationOf(method *types.Func, iface *types.Interface) *ssa.Function {
	if fn, ok := r.impls[method]; ok {
		return fn
	}
	r.impls[method] = nil
	if method.Pkg() != r.pkg.Pkg {
		return nil
	}
	var found types.Type
	for _, named := range r.named {
		if types.IsInterface(named) || named.TypeParams().Len() > 0 {
			continue
		}
		for _, t := range []types.Type{named, types.NewPointer(named)} {
			if types.Implements(t, iface) {
				if found != nil {
					return nil
				}
				found = t
				break
			}
		}
	}
	if found != nil {
		r.impls[method] = r.Method(found, method.Name())
	}
	return r.impls[method]
}

// Method returns the body of a method of a type of this package, nil if it has none here.
func (r *Resolver) Method(t types.Type, name string) *ssa.Function {
	if named := kube.Named(t); named == nil || named.Obj().Pkg() != r.pkg.Pkg || types.IsInterface(t) || named.TypeParams().Len() > 0 {
		return nil
	}
	sel := types.NewMethodSet(t).Lookup(r.pkg.Pkg, name)
	if sel == nil {
		return nil
	}
	if fn := r.pkg.Prog.MethodValue(sel); fn != nil && len(fn.Blocks) > 0 {
		return fn
	}
	return nil
}
