package client

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// Elsewhere tells what the functions of other packages say by what they return: whether it is the client that a manager would
// have made by itself, perhaps with other options, and which; or which objects it lists, as options say it that have these
// read live. False of one that can't be seen.
type Elsewhere func(*types.Func) (Options, bool)

// A Returning is such a function of a package.
type Returning struct {
	Name    string
	Options Options
}

// ReturnedIn tells it of the functions that are declared in the files of a package, which has others from elsewhere.
func ReturnedIn(files []*ast.File, info *types.Info, elsewhere Elsewhere) Elsewhere {
	return func(fn *types.Func) (Options, bool) {
		s := &survey{files: files, info: info, elsewhere: elsewhere, seen: map[types.Object]bool{}}
		lit, ok := s.declared(fn).(*ast.FuncLit)
		switch {
		case !ok:
		case listsObjects(fn):
			s.indirect(fn)
		default:
			ok = s.usualClient(lit)
		}
		s.out.Join(Options{}) // sorts
		return s.out, ok
	}
}

// returning returns the exported functions of a package that list objects, or, if it is asked for them, that make the client
// which a manager would have made by itself.
func returning(files []*ast.File, info *types.Info, elsewhere Elsewhere, makers bool) (out []Returning) {
	of := ReturnedIn(files, info, elsewhere)
	for _, f := range files {
		for _, decl := range f.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Recv != nil || !fn.Name.IsExported() {
				continue
			}
			obj, ok := info.Defs[fn.Name].(*types.Func)
			if !ok || !listsObjects(obj) && !(makers && kube.MakesOfOptions(obj.Signature())) {
				continue
			}
			if options, ok := of(obj); ok {
				out = append(out, Returning{obj.Name(), options})
			}
		}
	}
	slices.SortFunc(out, func(a, b Returning) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

// usualClient tells whether a function that makes the manager's client makes the one that the manager would have made
// by itself, perhaps with other options.
func (s *survey) usualClient(e ast.Expr) bool {
	usual := false
	if fn, ok := s.objectOf(e).(*types.Func); ok && s.elsewhere != nil && s.literal(e) == e {
		if options, ok := s.elsewhere(fn); ok {
			s.out.Join(options)
			return true
		}
	}
	e = s.literal(e)
	ast.Inspect(e, func(n ast.Node) bool {
		var id *ast.Ident
		switch n := n.(type) {
		case *ast.Ident:
			id = n
		case *ast.SelectorExpr:
			id = n.Sel
		default:
			return true
		}
		switch kube.ProvenanceOf(kube.SymbolOf(s.info.Uses[id])) {
		case kube.ManagerClient:
			usual = true
		case kube.ByOptions: // from 0.15 on, the options that it is handed have the cache
			usual = usual || s.takesOptions(e, maxHooks)
		}
		return true
	})
	id, ok := ast.Unparen(e).(*ast.Ident)
	_, isLiteral := e.(*ast.FuncLit)
	return usual || ok && id.Name == "nil" || isLiteral && s.takesOptions(e, maxHooks)
}

// literal returns the function that is declared by that name in the package as a literal, or what there is instead.
func (s *survey) literal(e ast.Expr) ast.Expr {
	fn, ok := s.objectOf(e).(*types.Func)
	if !ok {
		return e
	}
	if lit := s.declared(fn); lit != nil {
		return lit
	}
	return e
}

// declared returns a function that is declared in the package as a literal; nil if it isn't.
func (s *survey) declared(obj *types.Func) ast.Expr {
	for _, f := range s.files {
		for _, decl := range f.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body != nil && s.info.Defs[fn.Name] == obj {
				return &ast.FuncLit{Type: fn.Type, Body: fn.Body}
			}
		}
	}
	return nil
}

// maxHooks bounds how many functions of the package hand the options on, one to the other.
const maxHooks = 4

// takesOptions tells whether the function is client.New itself, or a literal with the same parameters that hands its
// options on: what makes the client of them, be it a function of the user's own, has the cache then. A function of this
// package has to hand them on in its turn, through no more functions than that number.
func (s *survey) takesOptions(e ast.Expr, hooks int) bool {
	lit, ok := ast.Unparen(e).(*ast.FuncLit)
	if !ok {
		return true
	}
	if len(lit.Type.Params.List) != 2 || hooks == 0 {
		return false
	}
	names := lit.Type.Params.List[1].Names
	if len(names) != 1 {
		return false
	}
	param := s.info.Defs[names[0]]
	hands := false
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && param != nil && !kube.OnlyTells(s.objectOf(call.Fun)) {
			given := slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return s.objectOf(pointedTo(arg)) == param })
			hands = given && s.takesOptions(s.literal(call.Fun), hooks-1) || hands // each may set options of its own
		}
		if assign, ok := n.(*ast.AssignStmt); ok && assign.Tok == token.ASSIGN { // options.Cache = nil
			for _, lhs := range assign.Lhs {
				if sel, ok := lhs.(*ast.SelectorExpr); ok && sel.Sel.Name == "Cache" && s.objectOf(sel.X) == param {
					param = nil
				}
			}
		}
		return true
	})
	if hands && !s.inside {
		s.inside = true // it may name itself
		ast.Inspect(lit.Body, s.visit)
		s.inside = false
	}
	return hands
}

// pointedTo returns what an expression is the address of, or the expression itself.
func pointedTo(e ast.Expr) ast.Expr {
	if u, ok := ast.Unparen(e).(*ast.UnaryExpr); ok && u.Op == token.AND {
		return u.X
	}
	return e
}
