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

// box finds the types that functions put into interfaces.
func (p *Package) box() map[*types.TypeName]bool {
	boxed := map[*types.TypeName]bool{}
	for fn := range p.used() {
		for conversion := range All[*ssa.MakeInterface](fn.Blocks) {
			if named := kube.Named(conversion.X.Type()); named != nil {
				boxed[named.Origin().Obj()] = true
			}
		}
	}
	return boxed
}

// used returns the functions of the package that the program may come to: all but those that only other packages could
// call, and none does, and what only these refer to. Those of a program no other package can call.
func (p *Package) used() map[*ssa.Function]bool {
	p.using.Do(func() {
		roots := []*ssa.Function{p.pkg.Func("init")}
		for _, fn := range p.funcs {
			obj, _ := fn.Object().(*types.Func)
			if obj == nil || fn.Parent() != nil {
				continue // which the function around it refers to
			}
			outside := p.reached[obj] || p.reached == nil && p.pkg.Pkg.Name() != "main"
			if obj.Signature().Recv() != nil || !obj.Exported() || outside {
				roots = append(roots, fn)
			}
			p.called = p.called || p.reached[obj]
		}
		p.live = Reachable(p.refers, roots...)
	})
	return p.live
}

// refers returns the functions of the package that a function refers to; with an instance of a generic one, that.
func (p *Package) refers(fn *ssa.Function) (others []*ssa.Function) {
	var operands [8]*ssa.Value
	for instr := range All[ssa.Instruction](fn.Blocks) {
		for _, operand := range instr.Operands(operands[:0]) {
			if other, ok := (*operand).(*ssa.Function); ok && other.Pkg == p.pkg {
				others = append(others, other)
				if generic := other.Origin(); generic != nil {
					others = append(others, generic)
				}
			}
		}
	}
	return others
}

// StoredInField returns the values that the program may store in a field of this package that no other can set. What
// functions store that nobody calls, such as an option that nobody gives, is none of these, if others call the package: of
// one that nobody calls it isn't known who will.
func (p *Package) StoredInField(field *types.Var) []ssa.Value {
	return p.storedInField(field, p.Index())
}

func (p *Package) storedInField(field *types.Var, x *Index) (stored []ssa.Value) {
	for _, addr := range x.FieldAddrs(field) {
		if used := p.used(); used[addr.Parent()] || !p.called && p.pkg.Pkg.Name() != "main" {
			stored = append(stored, x.StoredAt(addr)...)
		}
	}
	return stored
}

// IsMadeEmpty tells whether a value is a new map or slice that has nothing in it when it is stored.
func IsMadeEmpty(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.ChangeType:
		return IsMadeEmpty(v.X)
	case *ssa.MakeMap:
		return len(Uses(v)) == 1
	case *ssa.MakeSlice:
		return IsZero(v.Len)
	case *ssa.Slice:
		array, ok := Deref(v.X.Type()).Underlying().(*types.Array)
		return ok && array.Len() == 0
	}
	return false
}
