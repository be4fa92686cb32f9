package handler

import (
	"cmp"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// Layers returns the functions of the packages that make event handlers of others and that another package gives one, by what
// it gives them: the type that is an event handler, or the function that returned it. Nil among the functions stands for an
// event handler that is made around it there. Of each package it is given what the type checker found.
//
// Who declares the type or the function doesn't import the layers, and can't know that they may have unwrapped what comes there.
func Layers(pkgs map[*types.Package]*types.Info) map[types.Object][]*types.Func {
	l := &layers{pkgs: pkgs, are: map[types.Type]bool{}, found: map[types.Object][]*types.Func{}}
	for pkg, info := range pkgs {
		for expr, of := range info.Types {
			switch expr := expr.(type) {
			case *ast.CallExpr:
				l.call(pkg, info, expr, of.Type)
			case *ast.CompositeLit:
				l.literal(pkg, info, expr, of.Type)
			}
		}
	}
	for _, fns := range l.found {
		sortByName(fns)
	}
	return l.found
}

// LayersOf returns those into which event handlers of a package are put, in a fixed order.
func LayersOf(pkg *types.Package, layers map[types.Object][]*types.Func) (out []*types.Func) {
	for of, fns := range layers {
		if of.Pkg() == pkg {
			out = append(out, slices.DeleteFunc(slices.Clone(fns), func(fn *types.Func) bool { return fn == nil })...)
		}
	}
	sortByName(out)
	return slices.Compact(out)
}

func sortByName(fns []*types.Func) {
	slices.SortFunc(fns, func(a, b *types.Func) int { return cmp.Compare(fullName(a), fullName(b)) })
}

func fullName(fn *types.Func) string {
	if fn == nil {
		return ""
	}
	return fn.FullName()
}

type layers struct {
	pkgs  map[*types.Package]*types.Info
	are   map[types.Type]bool // which types are event handlers
	found map[types.Object][]*types.Func
}

// call notes what a call is given, if that returns an event handler.
func (l *layers) call(pkg *types.Package, info *types.Info, call *ast.CallExpr, results types.Type) {
	fn, ok := typeutil.Callee(info, call).(*types.Func)
	if !ok || l.pkgs[fn.Pkg()] == nil || len(call.Args) == 0 || !l.hasHandler(results) {
		return
	}
	for _, arg := range call.Args {
		l.note(pkg, info, arg, fn.Origin())
	}
}

// literal notes what an event handler is made around whose delete function is its type's own.
func (l *layers) literal(pkg *types.Package, info *types.Info, lit *ast.CompositeLit, t types.Type) {
	named := kube.Named(t)
	if named == nil || len(lit.Elts) == 0 || !l.isHandler(t) {
		return
	}
	for fn, role := range kube.HandlerMethods(named) {
		recv := kube.Named(fn.Signature().Recv().Type()) // nil of an interface without a name
		if role != kube.Delete || recv == nil || recv.Origin() != named.Origin() {
			continue
		}
		for _, elt := range lit.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				elt = kv.Value
			}
			l.note(pkg, info, elt, nil)
		}
	}
}

// note notes what an expression says of where the event handler is from that it is: its type, the function that returned it, or
// what that was given.
func (l *layers) note(pkg *types.Package, info *types.Info, expr ast.Expr, layer *types.Func) {
	expr = ast.Unparen(expr)
	t := info.Types[expr].Type
	if t == nil || !l.hasHandler(t) {
		return
	}
	add := func(of types.Object) {
		if of.Pkg() != pkg && l.pkgs[of.Pkg()] != nil && !slices.Contains(l.found[of], layer) {
			l.found[of] = append(l.found[of], layer)
		}
	}
	if named := kube.Named(t); named != nil && !types.IsInterface(named) {
		add(named.Origin().Obj())
	}
	call, ok := expr.(*ast.CallExpr)
	if !ok {
		return
	}
	if fn, ok := typeutil.Callee(info, call).(*types.Func); ok {
		add(fn.Origin())
	}
	for _, arg := range call.Args {
		l.note(pkg, info, arg, layer)
	}
}

// hasHandler tells whether a type is an event handler, or one of the results is.
func (l *layers) hasHandler(t types.Type) bool {
	if tuple, ok := t.(*types.Tuple); ok {
		return slices.ContainsFunc(slices.Collect(tuple.Variables()), func(v *types.Var) bool { return l.isHandler(v.Type()) })
	}
	return l.isHandler(t)
}

func (l *layers) isHandler(t types.Type) bool {
	is, known := l.are[t]
	if !known {
		is = kube.IsHandler(t)
		l.are[t] = is
	}
	return is
}

// layered returns what becomes of event handlers of a type, or of those that a function returns, in the layers that other packages
// put them into: it is unsure unless these are known to hand on what they are given.
func (r *relays) layered(of types.Object) (way Way) {
	for _, layer := range r.layers[of] {
		known := r.known[layer]
		way.Unsure = way.Unsure || known == nil || slices.ContainsFunc(known.Params, func(relay Relay) bool { return relay.To.Unknown() })
	}
	return way
}
