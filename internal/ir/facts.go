package ir

import (
	"go/types"

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
		if !ok || fn.Parent() != nil || len(fn.Blocks) == 0 || obj.Pkg() != p.pkg.Pkg || obj.Signature().Recv() == nil && !obj.Exported() {
			continue
		}
		if p.reached != nil && !p.reached[obj] && !behind[obj] {
			continue
		}
		if f := of(fn); f != nil {
			facts[obj] = f
		}
	}
	return facts
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
