package ir

import (
	"go/types"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// OwnListers returns the interfaces of listers which one of the packages implements that doesn't declare them, and which
// another one imports: who knows whether what comes from such a lister is an object of a cache, or a copy. Of each package
// it is given what the type checker found.
func OwnListers(pkgs map[*types.Package]*types.Info) map[*types.TypeName]bool {
	found, imported := map[*types.TypeName]bool{}, map[*types.Package]bool{}
	for pkg := range pkgs {
		for _, imp := range pkg.Imports() {
			imported[imp] = true
		}
	}
	for pkg := range pkgs {
		if !imported[pkg] {
			continue // a program, or what only tests use
		}
		for t := range Types(pkg) {
			if types.IsInterface(t) || !declaresGet(t) {
				continue
			}
			for _, imp := range pkg.Imports() {
				for of := range Types(imp) {
					if iface, ok := of.Underlying().(*types.Interface); ok && isLister(of) && types.Implements(types.NewPointer(t), iface) {
						found[of.Obj()] = true
					}
				}
			}
		}
	}
	return found
}

// declaresGet tells whether a type has a method Get of its own.
func declaresGet(t *types.Named) bool {
	for m := range t.Methods() {
		if m.Name() == "Get" {
			return true
		}
	}
	return false
}

// isLister tells whether a type has the method Get of a lister.
func isLister(t *types.Named) bool {
	get, _, _ := types.LookupFieldOrMethod(t, false, t.Obj().Pkg(), "Get")
	if get == nil {
		return false
	}
	op, ok := kube.OperationOf(get, t)
	return ok && op.Via == kube.Lister
}

// IsOwnLister tells whether the user's packages implement a lister of a type themselves, see [OwnListers].
func (p *Package) IsOwnLister(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && p.listers[n.Origin().Obj()]
}
