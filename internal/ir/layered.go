package ir

import (
	"go/ast"
	"go/types"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// Layered returns the types of event handlers that the packages put only into other event handlers, which may have unwrapped
// tombstones before they call them: into a field of a type of theirs that is an event handler itself, or into a function that makes
// one of it. Nothing else that takes event handlers is given one of them, such as an informer. Of each package it is given what the
// type checker found.
//
// Who sees only the package that declares such a type doesn't know what others do with it.
func Layered(pkgs map[*types.Package]*types.Info) map[*types.TypeName]bool {
	l := &layered{pkgs: pkgs, handlers: map[*types.Named]bool{}, layers: map[*types.TypeName]bool{}, given: map[*types.TypeName]bool{}}
	for _, info := range pkgs {
		for expr := range info.Types {
			switch expr := expr.(type) {
			case *ast.CompositeLit:
				l.literal(info, expr)
			case *ast.CallExpr:
				l.call(info, expr)
			}
		}
	}
	for t := range l.given {
		delete(l.layers, t)
	}
	return l.layers
}

// A layered looks for what is given event handlers.
type layered struct {
	pkgs     map[*types.Package]*types.Info
	handlers map[*types.Named]bool    // whether a type is an event handler
	layers   map[*types.TypeName]bool // the types that are put into layers
	given    map[*types.TypeName]bool // those that anything else is given
}

// handler returns the event handler of one of the packages that a value is; nil for what isn't one, or is in an interface already.
func (l *layered) handler(t types.Type) *types.Named {
	named := kube.Named(t)
	if named == nil || l.pkgs[named.Obj().Pkg()] == nil || !l.isHandler(named) {
		return nil
	}
	return named
}

func (l *layered) isHandler(named *types.Named) bool {
	is, known := l.handlers[named]
	if !known {
		is = kube.HandlerMethods(named) != nil
		l.handlers[named] = is
	}
	return is
}

// literal notes which event handlers a struct literal puts into fields of interfaces. That of client-go's filter is no layer: it
// hands on what it is given.
func (l *layered) literal(info *types.Info, lit *ast.CompositeLit) {
	named := kube.Named(info.TypeOf(lit))
	if named == nil {
		return
	}
	s, ok := named.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for n, elt := range lit.Elts {
		var field *types.Var
		if pair, keyed := elt.(*ast.KeyValueExpr); keyed {
			elt = pair.Value
			if id, ok := pair.Key.(*ast.Ident); ok {
				field, _ = info.Uses[id].(*types.Var)
			}
		} else if n < s.NumFields() {
			field = s.Field(n)
		}
		if field != nil && types.IsInterface(field.Type()) {
			l.note(info.TypeOf(elt), l.handler(named) != nil && deletesItself(named))
		}
	}
}

// deletesItself tells whether the method for deletes is a type's own, and not that of what it embeds.
func deletesItself(named *types.Named) bool {
	_, path, _ := types.LookupFieldOrMethod(types.NewPointer(named), true, named.Obj().Pkg(), "OnDelete")
	return len(path) == 1
}

// call notes which event handlers a call is given as something else than what they are.
func (l *layered) call(info *types.Info, call *ast.CallExpr) {
	sig, ok := info.TypeOf(call.Fun).(*types.Signature)
	if !ok {
		return
	}
	makes := false
	for result := range sig.Results().Variables() {
		makes = makes || kube.IsHandler(result.Type())
	}
	for n, arg := range call.Args {
		if t := paramType(sig, n); t != nil && types.IsInterface(t) {
			l.note(info.TypeOf(arg), makes)
		}
	}
}

// paramType returns the type of what an argument is given for; nil if that can't be said.
func paramType(sig *types.Signature, arg int) types.Type {
	last := sig.Params().Len() - 1
	if sig.Variadic() && arg >= last {
		if list, ok := sig.Params().At(last).Type().(*types.Slice); ok {
			return list.Elem()
		}
		return nil
	}
	if arg > last {
		return nil
	}
	return sig.Params().At(arg).Type()
}

func (l *layered) note(t types.Type, layer bool) {
	handler := l.handler(t)
	switch {
	case handler == nil:
	case layer:
		l.layers[handler.Origin().Obj()] = true
	default:
		l.given[handler.Origin().Obj()] = true
	}
}

// IsLayered tells whether values of a type that is an event handler are only ever put into other event handlers, see [Layered];
// false if that isn't known.
func (p *Package) IsLayered(t *types.Named) bool { return p.layered[t.Origin().Obj()] }
