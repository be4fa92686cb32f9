package ir

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// declared finds the types that the package's files declare, and no test's.
func (p *Package) declared() {
	p.impls = map[*types.Func]*ssa.Function{}
	scope := p.pkg.Pkg.Scope()
	for _, name := range scope.Names() {
		if tn, ok := scope.Lookup(name).(*types.TypeName); ok && !tn.IsAlias() && p.pkg.Members[name] != nil {
			if n, ok := tn.Type().(*types.Named); ok {
				p.named = append(p.named, n)
			}
		}
	}
}

// Callee returns the function of this package that a call comes to: a function, a method, a function literal that is
// called where it is made, or the one implementation of an interface of this package. Nil if it is none, or unknown.
func (p *Package) Callee(common *ssa.CallCommon) *ssa.Function {
	if common.IsInvoke() {
		return p.Implementation(common)
	}
	if fn := common.StaticCallee(); fn != nil && len(fn.Blocks) > 0 {
		return fn
	}
	return nil
}

// Implementation returns the method that a call through an interface comes to, when the interface is of this package,
// and only one type of this package implements it. Nil if there is no such method.
func (p *Package) Implementation(common *ssa.CallCommon) *ssa.Function {
	iface, ok := common.Value.Type().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	return p.ImplementationOf(common.Method, iface)
}

// ImplementationOf returns what [Resolvep.Implementation] does for a call of a method of an interface.
func (p *Package) ImplementationOf(method *types.Func, iface *types.Interface) *ssa.Function {
	p.SSA()
	p.resolving.Lock()
	defer p.resolving.Unlock()
	if fn, ok := p.impls[method]; ok {
		return fn
	}
	p.impls[method] = nil
	if method.Pkg() != p.pkg.Pkg {
		return nil
	}
	var found types.Type
	for _, named := range p.named {
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
		p.impls[method] = p.Method(found, method.Name())
	}
	return p.impls[method]
}

// Method returns the body of a method of a type of this package, nil if it has none here.
func (p *Package) Method(t types.Type, name string) *ssa.Function {
	p.SSA()
	if named := kube.Named(t); named == nil || named.Obj().Pkg() != p.pkg.Pkg || types.IsInterface(t) || named.TypeParams().Len() > 0 {
		return nil
	}
	sel := types.NewMethodSet(t).Lookup(p.pkg.Pkg, name)
	if sel == nil {
		return nil
	}
	if fn := p.pkg.Prog.MethodValue(sel); fn != nil && len(fn.Blocks) > 0 {
		return fn
	}
	return nil
}
