package program

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// A span is where a function is declared.
type span struct{ from, to token.Pos }

// mentions returns the functions and types of the module that a declaration mentions.
func (src *source) mentions(info *types.Info, decl ast.Node) []types.Object {
	seen, aside := map[types.Object]bool{}, map[ast.Expr]bool{}
	var out []types.Object
	ast.Inspect(decl, func(n ast.Node) bool {
		if of, ok := n.(*ast.SelectorExpr); ok {
			src.asks(info, of, aside)
			return true
		}
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		obj := info.Uses[id]
		switch of := obj.(type) {
		case *types.Func:
			obj = of.Origin()
			if recv := of.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
				src.called[of.Name()] = true
			}
		case *types.TypeName:
		default:
			return true
		}
		if !seen[obj] && src.own[obj.Pkg()] {
			seen[obj] = true
			out = append(out, obj)
		}
		return true
	})
	return out
}

// asks notes the field that an expression selects, if it has a reader. aside are the expressions of which only another method is
// called than Get and List.
func (src *source) asks(info *types.Info, of *ast.SelectorExpr, aside map[ast.Expr]bool) {
	selected := info.Selections[of]
	if selected == nil {
		return
	}
	if selected.Kind() == types.MethodVal {
		aside[of.X] = of.Sel.Name != "Get" && of.Sel.Name != "List"
	} else if field := selected.Obj(); selected.Kind() == types.FieldVal && !aside[of] && kube.IsReader(field.Type()) {
		src.asked[field.Pos()] = true
	}
}

// idle returns where the functions are, in order, that programs of those main functions, which reach these packages, don't come to:
// they are named nowhere in what runs, nor are they methods of a type that is named there, with a name that an interface has too.
func (src *source) idle(reaches map[string]*packages.Package, mains ...*types.Func) []span {
	r := &reaching{source: src, units: map[*unit]bool{}, types: map[types.Type]bool{}}
	for path := range reaches {
		for _, u := range src.inits[path] {
			r.unit(u)
		}
	}
	for _, main := range mains {
		r.unit(src.units[main])
	}
	r.follow()
	return r.missed(func(u *unit) bool { return reaches[u.pkg] != nil })
}

// dead returns where the functions are, in order, that nobody comes to from a main function, one that is exported, or what
// runs when a package is loaded.
func (src *source) dead() []span {
	r := &reaching{source: src, units: map[*unit]bool{}, types: map[types.Type]bool{}}
	for _, units := range src.inits {
		for _, u := range units {
			r.unit(u)
		}
	}
	for fn, u := range src.units {
		if fn.Exported() || fn.Name() == "main" {
			r.unit(u)
		}
	}
	r.follow()
	return r.missed(func(*unit) bool { return true })
}

// A reaching finds out which functions a program comes to.
type reaching struct {
	*source
	units map[*unit]bool
	types map[types.Type]bool
	queue []*unit
}

// follow comes to all that is named in what was come to.
func (r *reaching) follow() {
	for len(r.queue) > 0 {
		last := r.queue[len(r.queue)-1]
		r.queue = r.queue[:len(r.queue)-1]
		for _, obj := range last.mentions {
			switch obj := obj.(type) {
			case *types.Func:
				r.unit(r.source.units[obj])
			case *types.TypeName:
				r.typ(obj.Type())
			}
		}
	}
}

// missed returns where those functions are that it didn't come to, of some, in order.
func (r *reaching) missed(of func(*unit) bool) []span {
	var out []span
	for _, u := range r.source.units {
		if !r.units[u] && of(u) {
			out = append(out, u.span)
		}
	}
	slices.SortFunc(out, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	return out
}

func (r *reaching) unit(u *unit) {
	if u != nil && !r.units[u] {
		r.units[u] = true
		r.queue = append(r.queue, u)
	}
}

// typ comes to the methods of a type, and of those that its values have in fields or elements, which an interface has too:
// whoever has a value may call them through that.
func (r *reaching) typ(t types.Type) {
	t = types.Unalias(t)
	if named, ok := t.(*types.Named); ok {
		named = named.Origin()
		t = named
	}
	if r.types[t] {
		return
	}
	r.types[t] = true
	if named, ok := t.(*types.Named); ok {
		if !r.own[named.Obj().Pkg()] {
			return
		}
		for m := range named.Methods() {
			if r.interfaced(m.Name()) {
				r.unit(r.source.units[m])
			}
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			r.typ(f.Type())
		}
	case *types.Map:
		r.typ(u.Elem())
	case interface{ Elem() types.Type }:
		r.typ(u.Elem())
	}
}

// interfaced tells whether an interface has a method of that name, which the module or what it imports declares, or through
// which the module calls it.
func (src *source) interfaced(method string) bool {
	if src.methods == nil {
		src.methods = map[string]bool{}
		seen := map[*types.Package]bool{}
		for pkg := range src.own {
			src.gather(pkg, seen)
		}
	}
	return src.methods[method] || src.called[method]
}

// gather adds the methods of interfaces that a package has, and those which it imports.
func (src *source) gather(pkg *types.Package, seen map[*types.Package]bool) {
	if pkg == nil || seen[pkg] {
		return
	}
	seen[pkg] = true
	scope := pkg.Scope()
	for _, name := range scope.Names() {
		if iface, ok := scope.Lookup(name).Type().Underlying().(*types.Interface); ok {
			for m := range iface.Methods() {
				src.methods[m.Name()] = true
			}
		}
	}
	for _, imp := range pkg.Imports() {
		src.gather(imp, seen)
	}
}

// isIn tells whether a position is in one of some spans, which are in order.
func isIn(spans []span, at token.Pos) bool {
	i, found := slices.BinarySearchFunc(spans, at, func(s span, at token.Pos) int { return cmp.Compare(s.from, at) })
	return found || i > 0 && at < spans[i-1].to
}
