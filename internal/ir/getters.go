package ir

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// Getters returns the interfaces that the packages declare to have less than a lister, and that only generated listers are
// ever in: each value that is put in one of them is that of an expression of theirs, so that it is known if none of these
// is of another type which implements the interface, and some are listers. Of each package it is given what the type
// checker found, and the interfaces of listers that they implement themselves.
//
// Who sees no program that has the interface doesn't know who else puts something in it.
func Getters(pkgs map[*types.Package]*types.Info, listers map[*types.TypeName]bool) map[*types.TypeName]bool {
	found := map[*types.TypeName]bool{}
	all := programs(pkgs)
	together := func(first, second *types.Package) bool {
		return slices.ContainsFunc(all, func(program map[*types.Package]bool) bool { return program[first] && program[second] })
	}
	for pkg := range pkgs {
		if !together(pkg, pkg) {
			continue
		}
		for t := range Types(pkg) {
			if t.TypeParams().Len() == 0 && hasLess(t) {
				found[t.Obj()] = false
			}
		}
	}
	if len(found) == 0 {
		return found
	}
	g := &getters{pkgs: pkgs, listers: listers, found: found, others: map[*types.TypeName]bool{}, in: map[declared][]*types.TypeName{}, together: together}
	for pkg, info := range pkgs {
		seen := map[types.Type]bool{}
		for _, of := range info.Types {
			if of.IsValue() && !seen[of.Type] {
				seen[of.Type] = true
				g.look(pkg, of.Type)
			}
		}
	}
	for t := range g.others {
		delete(found, t)
	}
	return found
}

// hasLess tells whether a type is an interface with a method of a lister, and none itself.
func hasLess(t *types.Named) bool {
	iface, ok := t.Underlying().(*types.Interface)
	if !ok || isLister(t) {
		return false
	}
	return slices.ContainsFunc(slices.Collect(iface.Methods()), func(m *types.Func) bool {
		_, ok := kube.OwnListerOperation(m, t)
		return ok
	})
}

// A getters looks for what is in interfaces.
type getters struct {
	pkgs     map[*types.Package]*types.Info
	listers  map[*types.TypeName]bool                // which the packages implement themselves
	found    map[*types.TypeName]bool                // the interfaces, and whether there is a lister for them
	others   map[*types.TypeName]bool                // those for which there is something else
	in       map[declared][]*types.TypeName          // the interfaces that types implement
	together func(first, second *types.Package) bool // tells whether a program has both packages
}

// declared is a type that a package declares, or a pointer to it.
type declared struct {
	of      *types.TypeName
	pointer bool
}

// look notes for which of the interfaces an expression of a type may be used in a package.
func (g *getters) look(pkg *types.Package, t types.Type) {
	if tuple, ok := t.(*types.Tuple); ok { // results that are passed on
		for v := range tuple.Variables() {
			g.look(pkg, v.Type())
		}
		return
	}
	for _, of := range g.implemented(t) {
		switch g.kind(t) {
		case aLister:
			g.found[of] = g.found[of] || g.together(pkg, of.Pkg())
		case another:
			g.others[of] = true
		}
	}
}

// implemented returns the interfaces that a type implements.
func (g *getters) implemented(t types.Type) (out []*types.TypeName) {
	elem, pointer := t, false
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		elem, pointer = p.Elem(), true
	}
	named, ok := types.Unalias(elem).(*types.Named)
	if !ok && !mayHaveMethods(elem) {
		return nil
	}
	known := ok && named.TypeArgs().Len() == 0
	id := declared{pointer: pointer}
	if known {
		id.of = named.Obj()
		if out, ok := g.in[id]; ok {
			return out
		}
	}
	for of := range g.found {
		if types.Implements(t, of.Type().Underlying().(*types.Interface)) {
			out = append(out, of)
		}
	}
	if known {
		g.in[id] = out
	}
	return out
}

// mayHaveMethods tells whether a type that isn't declared may have methods.
func mayHaveMethods(t types.Type) bool {
	switch types.Unalias(t).(type) {
	case *types.Struct, *types.Interface, *types.TypeParam:
		return true
	}
	return false
}

// A holds says what a value of a type that implements an interface is.
type holds uint8

const (
	unsaid  holds = iota // its type doesn't say: there is another expression that does
	aLister              // of a generated lister's interface
	another
)

func (g *getters) kind(t types.Type) holds {
	named := kube.Named(t)
	own := named != nil && g.pkgs[named.Obj().Pkg()] != nil
	switch {
	case TypeParam(t) != nil, named == nil && types.IsInterface(t), kube.MakesLister(t):
		return unsaid
	case named == nil:
		return another
	case types.IsInterface(t) && isLister(named):
		if g.listers[named.Origin().Obj()] {
			return another
		}
		return aLister
	case types.IsInterface(t) && own, own && isGeneratedLister(named):
		return unsaid
	}
	return another
}

// isGeneratedLister tells whether a type is what a lister's interface that its package declares stands for.
func isGeneratedLister(t *types.Named) bool {
	if t.Obj().Exported() {
		return false
	}
	for of := range Types(t.Obj().Pkg()) {
		if iface, ok := of.Underlying().(*types.Interface); ok && isLister(of) && types.Implements(types.NewPointer(t), iface) {
			return true
		}
	}
	return false
}

// IsGetter tells whether only generated listers are ever in an interface, see [Getters]. Who sees no other package knows it of
// what programs declare.
func (p *Package) IsGetter(t types.Type) bool {
	p.getting.Do(func() {
		if p.getters == nil {
			p.getters = Getters(map[*types.Package]*types.Info{p.pass.Pkg: p.pass.TypesInfo}, p.listers)
		}
	})
	n, ok := types.Unalias(t).(*types.Named)
	return ok && p.getters[n.Obj()]
}

// IsDeletion tells whether a value is an object's deletion timestamp.
func IsDeletion(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.UnOp:
		return IsDeletion(v.X)
	case *ssa.FieldAddr:
		return Field(v.X.Type(), v.Field).Name() == "DeletionTimestamp"
	case *ssa.Call:
		return CalledName(v.Common()) == "GetDeletionTimestamp"
	}
	return false
}
