package ir

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// isMade tells whether the user's program ever puts a type of the package into an interface, as far as is known: a fake
// whose constructor only tests call is none that a call comes to. True if it isn't known who calls the package.
func (p *Package) isMade(t types.Type) bool {
	named := kube.Named(t)
	if p.reached == nil || named == nil {
		return true
	}
	for sel := range types.NewMethodSet(types.NewPointer(named)).Methods() {
		if fn, ok := sel.Obj().(*types.Func); ok && p.reached[fn.Origin()] {
			return true // another package names the type
		}
	}
	if p.boxed == nil {
		p.boxed = p.box()
	}
	return p.boxed[named.Origin().Obj()]
}

// box finds the types that functions put into interfaces: all functions but those that only other packages could call,
// and none does.
func (p *Package) box() map[*types.TypeName]bool {
	roots := []*ssa.Function{p.pkg.Func("init")}
	for _, fn := range p.funcs {
		obj, _ := fn.Object().(*types.Func)
		if obj == nil || fn.Parent() != nil {
			continue // which the function around it refers to
		}
		if obj.Signature().Recv() != nil || !obj.Exported() || p.reached[obj] {
			roots = append(roots, fn)
		}
	}
	var operands [8]*ssa.Value
	boxed := map[*types.TypeName]bool{}
	Reachable(func(fn *ssa.Function) (refers []*ssa.Function) {
		for instr := range All[ssa.Instruction](fn.Blocks) {
			if conversion, ok := instr.(*ssa.MakeInterface); ok {
				if named := kube.Named(conversion.X.Type()); named != nil {
					boxed[named.Origin().Obj()] = true
				}
			}
			for _, operand := range instr.Operands(operands[:0]) {
				if other, ok := (*operand).(*ssa.Function); ok && other.Pkg == p.pkg {
					refers = append(refers, other)
				}
			}
		}
		return refers
	}, roots...)
	return boxed
}
