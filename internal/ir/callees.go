package ir

import (
	"go/token"
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// Types yields the types that a package declares, sorted by name.
func Types(pkg *types.Package) iter.Seq[*types.Named] {
	return func(yield func(*types.Named) bool) {
		scope := pkg.Scope()
		for _, name := range scope.Names() {
			if tn, ok := scope.Lookup(name).(*types.TypeName); ok && !tn.IsAlias() {
				if t, ok := tn.Type().(*types.Named); ok && !yield(t) {
					return
				}
			}
		}
	}
}

// declared finds the types that the package's files declare, and no test's.
func (p *Package) declared() {
	p.impls = map[*types.Func][]*ssa.Function{}
	for t := range Types(p.pkg.Pkg) {
		if p.pkg.Members[t.Obj().Name()] != nil {
			p.named = append(p.named, t)
		}
	}
}

// Concrete returns the types that the package's files declare and that are no interfaces, sorted by name.
func (p *Package) Concrete() []*types.Named {
	p.SSA()
	return slices.DeleteFunc(slices.Clone(p.named), func(t *types.Named) bool { return types.IsInterface(t) })
}

// Callee returns the function of this package that a call comes to: a function, a method, a function literal that is
// called where it is made, the one function that is ever in a field or a package variable, or the one implementation of
// an interface of this package, whatever decorates it. Nil if it is none, or unknown.
func (p *Package) Callee(common *ssa.CallCommon) *ssa.Function {
	if common.IsInvoke() || common.StaticCallee() != nil {
		return p.callee(common, nil)
	}
	return p.callee(common, p.Index())
}

func (p *Package) callee(common *ssa.CallCommon, x *Index) *ssa.Function {
	if common.IsInvoke() {
		return p.Implementation(common)
	}
	fn := common.StaticCallee()
	if fn == nil {
		fn = p.inVariable(common.Value, x)
	}
	if fn != nil && len(fn.Blocks) > 0 {
		return fn
	}
	return nil
}

// inVariable returns the one function that the package ever puts in the field, or in the package variable, that a function
// value was read from: one that no other package can set. Nil if there is none, or several.
func (p *Package) inVariable(v ssa.Value, x *Index) *ssa.Function {
	var all []ssa.Value
	if field := FieldRead(v); p.IsOwnField(field) {
		all = p.storedInField(field, x)
	} else if g := p.ownGlobal(v, x); g != nil {
		all = x.StoredAt(g)
	}
	var only *ssa.Function
	for _, stored := range all {
		fn := FuncOf(Unwrap(stored))
		if fn == nil || only != nil && fn != only {
			return nil
		}
		only = fn
	}
	return only
}

// ownGlobal returns the variable of this package that a value was read from, nil if it was read from none, or if another package
// can set it, or anybody who has its address.
func (p *Package) ownGlobal(v ssa.Value, x *Index) *ssa.Global {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	g, ok := load.X.(*ssa.Global)
	if !ok || g.Pkg != p.pkg || token.IsExported(g.Name()) && p.pkg.Pkg.Name() != "main" {
		return nil
	}
	for _, ref := range x.Referrers(g) {
		switch ref := ref.(type) {
		case *ssa.UnOp:
		case *ssa.Store:
			if ref.Addr != g {
				return nil
			}
		default:
			return nil
		}
	}
	return g
}

// SetOnce returns what a value is that is read from a variable of this package which is set once, and by no other package;
// nil if it is none.
func (p *Package) SetOnce(v ssa.Value) ssa.Value {
	if g := p.ownGlobal(v, p.Index()); g != nil {
		if stored := p.Index().StoredAt(g); len(stored) == 1 {
			return stored[0]
		}
	}
	return nil
}

// IsOwnField tells whether a field is one of this package that no other can set: it isn't exported, or its package is a program.
func (p *Package) IsOwnField(field *types.Var) bool {
	return field != nil && field.Pkg() == p.pkg.Pkg && (!field.Exported() || p.pkg.Pkg.Name() == "main")
}

// Implementation returns the method that a call through an interface comes to, when the interface is of this package,
// and only one type of this package implements it, those aside that hand the call on to another one, those that the
// program never makes, and mocks. Nil if there is no such method.
func (p *Package) Implementation(common *ssa.CallCommon) *ssa.Function {
	if found := p.Implementations(common); len(found) == 1 {
		return found[0]
	}
	return nil
}

// Implementations returns the methods that [Package.Implementation] would return, if there were one: nil for one that has
// no body here. Where the function itself makes the interface of a value, it is the method of that.
func (p *Package) Implementations(common *ssa.CallCommon) []*ssa.Function {
	iface, ok := common.Value.Type().Underlying().(*types.Interface)
	if !ok || !common.IsInvoke() {
		return nil
	}
	if made, ok := common.Value.(*ssa.MakeInterface); ok {
		return []*ssa.Function{p.Method(made.X.Type(), common.Method.Name())}
	}
	return p.implementations(common.Method, iface)
}

func (p *Package) implementations(method *types.Func, iface *types.Interface) []*ssa.Function {
	p.SSA()
	p.resolving.Lock()
	defer p.resolving.Unlock()
	found, known := p.impls[method]
	if !known && method.Pkg() == p.pkg.Pkg {
		of := p.implementers(method, iface)
		if made := slices.DeleteFunc(slices.Clone(of), func(t types.Type) bool { return !p.isMade(t) }); len(made) > 0 {
			of = made
		}
		if len(of) > 1 {
			of = slices.DeleteFunc(of, func(t types.Type) bool { return p.decorates(t, method) })
		}
		for _, t := range of {
			found = append(found, p.Method(t, method.Name()))
		}
		p.impls[method] = found
	}
	return found
}

// decorates tells whether the method of a type hands the call on to the same method of what a field of it holds: by a
// call, or because the field is embedded.
func (p *Package) decorates(t types.Type, method *types.Func) bool {
	fn := p.Method(t, method.Name())
	if fn == nil {
		return false
	}
	for call := range All[ssa.CallInstruction](fn.Blocks) {
		common := call.Common()
		if !common.IsInvoke() || common.Method != method {
			continue
		}
		if field := FieldRead(common.Value); field != nil && isFieldOf(field, t) {
			return true
		}
	}
	return false
}

// isFieldOf tells whether a field is one of a struct type, or of what a pointer type points to.
func isFieldOf(field *types.Var, t types.Type) bool {
	s, ok := Deref(t).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range s.Fields() {
		if f == field {
			return true
		}
	}
	return false
}

// Sole gives the methods of the interfaces that the package declares and that only one of its types implements, each with
// the body that a call through the interface comes to: callers in other packages see no more than the interface.
func (p *Package) Sole() iter.Seq2[*types.Func, *ssa.Function] {
	return func(yield func(*types.Func, *ssa.Function) bool) {
		for t := range Types(p.pass.Pkg) {
			iface, ok := t.Underlying().(*types.Interface)
			if !ok {
				continue
			}
			for m := range iface.ExplicitMethods() {
				if found := p.implementations(m, iface); len(found) == 1 && found[0] != nil && !yield(m, found[0]) {
					return
				}
			}
		}
	}
}

// Implementers returns the types of this package, or pointers to them, that implement an interface which has the method;
// of mocks none.
func (p *Package) Implementers(method *types.Func, iface *types.Interface) []types.Type {
	p.SSA()
	p.resolving.Lock()
	defer p.resolving.Unlock()
	return p.implementers(method, iface)
}

func (p *Package) implementers(method *types.Func, iface *types.Interface) (found []types.Type) {
	if p.having == nil {
		p.having = map[string][]*types.Named{}
		for _, named := range p.Concrete() {
			if named.TypeParams().Len() > 0 || kube.IsMock(named) {
				continue
			}
			for sel := range types.NewMethodSet(types.NewPointer(named)).Methods() {
				p.having[sel.Obj().Name()] = append(p.having[sel.Obj().Name()], named)
			}
		}
	}
	for _, named := range p.having[method.Name()] {
		for _, t := range []types.Type{named, types.NewPointer(named)} {
			if types.Implements(t, iface) {
				found = append(found, t)
				break
			}
		}
	}
	return found
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
