package driver

import (
	"cmp"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/ctrllint/ctrllint/internal/domain/handler"
	"github.com/ctrllint/ctrllint/internal/ir"
)

// lead tells the checks which functions packages come to in others, and which methods calls through interfaces come to
// that packages implement which the caller doesn't import: these are made imports of the caller, so that they are
// analysed before it and what there is to say of them gets there. Where they import the caller themselves that can't be. So are
// the functions that put event handlers of other packages into others, for those.
func (o *options) lead(loaded *loading) {
	found := infos(loaded.all)
	layers := handler.Layers(found)
	reached := ir.Reached(found)
	behind := ir.Elsewhere(found, reached)
	source := fromSource(loaded.all)
	for _, p := range loaded.all {
		for _, method := range named(p, behind) {
			follow(p, behind[method], source)
		}
		for _, layer := range handler.LayersOf(p.Types, layers) {
			follow(p, layer, source)
		}
	}
	for _, fn := range behind {
		reached[fn] = true
	}
	o.settings.Reach(reached)
	o.settings.Lead(behind)
	o.settings.Layer(layers)
}

// follow makes a package come after the one that a function is in, if that doesn't import it.
func follow(p *packages.Package, fn *types.Func, source map[*types.Package]*packages.Package) {
	to := source[fn.Pkg()]
	if p != to && p.Imports[to.PkgPath] == nil && !imports(to, p, source) {
		p.Imports[to.PkgPath] = to
	}
}

// named returns those of the methods that a package names, in a fixed order.
func named(p *packages.Package, methods map[*types.Func]*types.Func) []*types.Func {
	found := map[*types.Func]bool{}
	for _, obj := range p.TypesInfo.Uses {
		if fn, ok := obj.(*types.Func); ok && methods[fn] != nil {
			found[fn] = true
		}
	}
	return slices.SortedFunc(maps.Keys(found), func(a, b *types.Func) int { return cmp.Compare(a.FullName(), b.FullName()) })
}

// fromSource returns the packages that were loaded from source, by their types.
func fromSource(pkgs []*packages.Package) map[*types.Package]*packages.Package {
	out := map[*types.Package]*packages.Package{}
	for _, p := range pkgs {
		out[p.Types] = p
	}
	return out
}

// imports tells whether a package imports another one, itself or through others that were loaded from source.
func imports(from, to *packages.Package, source map[*types.Package]*packages.Package) bool {
	return ir.Reachable(func(p *packages.Package) (next []*packages.Package) {
		for _, imp := range p.Imports {
			if source[imp.Types] == imp {
				next = append(next, imp)
			}
		}
		return next
	}, from)[to]
}
