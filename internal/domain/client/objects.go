package client

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// objects adds the kinds of the objects in an expression: a list of them, or a variable or function that holds one.
func (s *survey) objects(e ast.Expr) {
	if id, ok := ast.Unparen(e).(*ast.Ident); ok && id.Name == "nil" {
		return
	}
	if !s.listed(e) {
		s.out.UncachedOther = true
	}
}

// listed adds the kinds of the objects in an expression, or in a function's body, wherever in it they are: lists are made of
// others in many ways. It tells whether there are any, or an empty list.
func (s *survey) listed(e ast.Node) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			if d := kind.OfType(s.info.TypeOf(n)); d.Projection != kind.NoProjection {
				found = true
				s.add(d)
				return false
			}
			found = found || len(n.Elts) == 0
		case *ast.CallExpr:
			if d := kind.OfType(s.info.TypeOf(n)); d.Kind.Known() { // a function that makes one, whatever it is given
				found = true
				s.add(d)
				return false
			}
		case *ast.Ident:
			obj := s.info.Uses[n]
			if d := kind.OfType(s.info.TypeOf(n)); d.Kind.Known() && obj != nil && !isTypeName(obj) {
				found = true // a variable with an object
				s.add(d)
				return true
			}
			found = s.indirect(obj) || found
		}
		return true
	})
	return found
}

func isTypeName(obj types.Object) bool {
	_, ok := obj.(*types.TypeName)
	return ok
}

func (s *survey) add(d kind.Denotation) {
	if d.Kind.Known() {
		s.out.Uncached = append(s.out.Uncached, d.Kind)
	} else {
		s.out.UncachedOther = true
	}
}

// indirect looks at what is assigned to a variable, and at the body of a function; false if it is none that holds objects. If
// they can't be seen, they may be of any kind, whatever they are listed with.
func (s *survey) indirect(obj types.Object) bool {
	switch obj.(type) {
	case *types.Var, *types.Func:
	default:
		return false
	}
	if s.seen[obj] {
		return true
	}
	if obj.Pkg() == nil || !holdsObjects(obj.Type(), maxHolders) {
		return false
	}
	s.seen[obj] = true
	if !s.returned(obj) && !s.assigned(obj) {
		s.out.UncachedOther = true
	}
	return true
}

// returned adds what is known of the objects that a function of another package returns; false if nothing is.
func (s *survey) returned(obj types.Object) bool {
	fn, ok := obj.(*types.Func)
	if !ok || s.elsewhere == nil || s.declared(fn) != nil {
		return false
	}
	listed, ok := s.elsewhere(fn)
	s.out.Join(listed)
	return ok
}

// assigned adds the objects that the package itself gives to a variable or has a function return; false if there are none to
// be seen.
func (s *survey) assigned(obj types.Object) bool {
	found := false
	each := func(e ast.Node) { found = s.listed(e) || found }
	_, calls := obj.Type().Underlying().(*types.Signature)
	for _, f := range s.files {
		ast.Inspect(f, func(n ast.Node) bool {
			if fn, ok := n.(*ast.FuncDecl); ok && s.info.Defs[fn.Name] == obj {
				for _, param := range s.params(fn.Type) { // what it is passed is seen where it is called
					s.seen[param] = true
				}
			}
			if s.isFilled(n, obj) {
				s.out.UncachedOther = true
			}
			empty := s.given(n, obj, each)
			found = found || empty && !calls
			return true
		})
	}
	return found
}

// isFilled tells whether a variable gets what others give it, whatever is assigned to it besides: the callers, if it is a
// parameter of this function, or who is given its address here.
func (s *survey) isFilled(n ast.Node, obj types.Object) bool {
	switch n := n.(type) {
	case *ast.FuncType:
		return slices.Contains(s.params(n), obj)
	case *ast.UnaryExpr:
		return n.Op == token.AND && s.objectOf(n.X) == obj
	}
	return false
}

// params returns the parameters of a function that have names.
func (s *survey) params(fn *ast.FuncType) (out []types.Object) {
	for _, field := range fn.Params.List {
		for _, name := range field.Names {
			out = append(out, s.info.Defs[name])
		}
	}
	return out
}

// maxHolders bounds in how many others a list is, such as one in a map of them.
const maxHolders = 4

// holdsObjects tells whether a variable is an object of any kind, or a list or map of such, or a function returns one.
func holdsObjects(t types.Type, within int) bool {
	if within == 0 {
		return false
	}
	within--
	switch t := t.Underlying().(type) {
	case *types.Signature:
		return t.Results().Len() > 0 && holdsObjects(t.Results().At(0).Type(), within)
	case *types.Slice:
		return holdsObjects(t.Elem(), within)
	case *types.Array:
		return holdsObjects(t.Elem(), within)
	case *types.Map:
		return holdsObjects(t.Key(), within) || holdsObjects(t.Elem(), within)
	}
	return types.IsInterface(t) && kube.IsObject(t)
}

// listsObjects tells whether a function returns a list of objects that is the same for all who call it.
func listsObjects(fn *types.Func) bool {
	sig := fn.Signature()
	if sig.Recv() != nil || sig.Params().Len() > 0 || sig.Results().Len() != 1 {
		return false
	}
	_, list := sig.Results().At(0).Type().Underlying().(*types.Slice)
	return list && holdsObjects(sig, maxHolders)
}
