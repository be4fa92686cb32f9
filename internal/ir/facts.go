package ir

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Facts returns what there is to say of those functions of the package that other packages can call, as far as is known:
// all of them in go vet and in linters; of which of says nil, nothing.
func Facts[F any](p *Package, of func(*ssa.Function) *F) map[*types.Func]*F {
	facts := map[*types.Func]*F{}
	var behind map[types.Object]bool // an interface's method that other packages come to
	if p.reached != nil {
		behind = map[types.Object]bool{}
		for method, fn := range p.Sole() {
			behind[fn.Object()] = behind[fn.Object()] || p.reached[method]
		}
	}
	for _, fn := range p.Functions() {
		obj, ok := fn.Object().(*types.Func)
		if !ok || fn.Parent() != nil || len(fn.Blocks) == 0 || obj.Pkg() != p.pkg.Pkg || !p.offers(obj) && !behind[obj] {
			continue
		}
		if f := of(fn); f != nil {
			facts[obj] = f
		}
	}
	return facts
}

// offers tells whether other packages can call a function of this one, and do, as far as is known.
func (p *Package) offers(fn *types.Func) bool {
	return (fn.Signature().Recv() != nil || fn.Exported()) && (p.reached == nil || p.reached[fn])
}

// Offers tells whether other packages can call a function of which something is so. It goes by types, since building SSA
// form is what costs.
func (p *Package) Offers(so func(*types.Func) bool) bool {
	scope := p.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		switch obj := scope.Lookup(name).(type) {
		case *types.Func:
			if p.offers(obj) && so(obj) {
				return true
			}
		case *types.TypeName:
			if t, ok := obj.Type().(*types.Named); ok && !obj.IsAlias() && slices.ContainsFunc(slices.Collect(t.Methods()), func(m *types.Func) bool { return p.offers(m) && so(m) }) {
				return true
			}
		}
	}
	return false
}

// WithSole adds to facts those of the interfaces' methods that have one implementation in the package: its.
func WithSole[F any](p *Package, facts map[*types.Func]*F) map[*types.Func]*F {
	for method, fn := range p.Sole() {
		if obj, ok := fn.Object().(*types.Func); ok && fn.Synthetic == "" && facts[obj] != nil {
			facts[method] = facts[obj]
		}
	}
	return facts
}
