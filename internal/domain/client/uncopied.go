package client

import (
	"go/ast"
	"slices"

	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// IsUncopied tells whether reads of the kind through the manager's client, where the cache answers them, return what the
// cache holds, in place of copies of it.
func (o Options) IsUncopied(of kind.Denotation) bool {
	switch {
	case o.OwnClient || o.IsUncached(of.Kind) || of.Projection == kind.NoProjection || of.Projection == kind.Unstructured && !o.Unstructured:
		return false
	case !of.Kind.Known():
		return o.UncopiedAll && len(o.Uncached)+len(o.Copied) == 0
	}
	return (o.UncopiedAll || slices.Contains(o.Uncopied, of.Kind)) && !slices.Contains(o.Copied, of.Kind)
}

// Uncopies tells whether there are reads that return what the cache holds.
func (o Options) Uncopies() bool { return o.UncopiedAll || len(o.Uncopied) > 0 }

// isTrue tells whether the expression is true, or a pointer to true.
func isTrue(e ast.Expr) bool {
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && len(call.Args) == 1 {
		e = call.Args[0]
	}
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && id.Name == "true"
}

// byObject adds the kinds of which a map by object says whether reads return copies.
func (s *survey) byObject(e ast.Node) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			s.uncopied(n.Key, n.Value)
			return false
		case *ast.Ident:
			if obj := s.info.Uses[n]; obj != nil && !s.seen[obj] {
				s.seen[obj] = true
				for _, f := range s.files {
					ast.Inspect(f, func(n ast.Node) bool {
						s.given(n, obj, s.byObject)
						return true
					})
				}
			}
		}
		return true
	})
}

// uncopied adds what such a map says for an object. What isn't certain counts as if it said that they return copies.
func (s *survey) uncopied(object, value ast.Expr) {
	if options, ok := ast.Unparen(value).(*ast.CompositeLit); ok {
		t, set := s.info.TypeOf(options), false
		for _, elt := range options.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok && t != nil {
				if key, ok := kv.Key.(*ast.Ident); ok && kube.ClientOptionOf(t, key.Name) == kube.UncopiedOfKind {
					value, set = kv.Value, true
				}
			}
		}
		if !set {
			return
		}
	}
	t := s.info.TypeOf(object)
	switch of := kind.OfType(t); {
	case t != nil && kube.IsObjectAll(ir.Deref(t)):
		s.out.UncopiedAll = s.out.UncopiedAll || isTrue(value)
	case !of.Kind.Known():
	case isTrue(value):
		s.out.Uncopied = append(s.out.Uncopied, of.Kind)
	default:
		s.out.Copied = append(s.out.Copied, of.Kind)
	}
}
