package ir

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Follow is a pointer to an object that a function follows whenever it is called, or whenever another parameter is a certain text:
// nil makes it panic.
type Follow struct {
	Param int    // the receiver counts
	Given int    // the parameter that has to be a text; -1 if none has
	Text  string // which
	Where string // the function that follows it, with file and line
}

// Follows says which pointers to objects functions follow: those of the package by their syntax, others by facts.
type Follows struct {
	pass  *analysis.Pass
	known map[*types.Func][]Follow
	decls map[*types.Func]*ast.FuncDecl
	found map[*types.Func][]Follow
	walks []*types.Func // being walked, each called by the one before
	back  int           // the first of them that was come to again since; none if it is as large as their number
}

// NewFollows returns which pointers the functions follow that the package has, or can come to.
func NewFollows(p *Package, known map[*types.Func][]Follow) *Follows {
	d := &Follows{pass: p.pass, known: known, decls: map[*types.Func]*ast.FuncDecl{}, found: map[*types.Func][]Follow{}}
	for _, f := range p.Files() {
		for _, decl := range f.Decls {
			decl, ok := decl.(*ast.FuncDecl)
			if !ok || decl.Body == nil {
				continue
			}
			if fn, ok := p.pass.TypesInfo.Defs[decl.Name].(*types.Func); ok && slices.ContainsFunc(paramsOf(fn), isObjectPointer) {
				d.decls[fn] = decl
			}
		}
	}
	return d
}

// paramsOf returns a function's parameters, the receiver first.
func paramsOf(fn *types.Func) (out []*types.Var) {
	if recv := fn.Signature().Recv(); recv != nil {
		out = append(out, recv)
	}
	return slices.AppendSeq(out, fn.Signature().Params().Variables())
}

// isObjectPointer tells whether a variable is a pointer to a struct that is an object.
func isObjectPointer(v *types.Var) bool {
	_, ok := types.Unalias(v.Type()).(*types.Pointer)
	return ok && kube.IsObject(v.Type())
}

// Of returns which pointers a function follows.
func (d *Follows) Of(fn *types.Func) []Follow {
	if d == nil {
		return nil
	}
	fn = fn.Origin()
	if known, ok := d.found[fn]; ok {
		return known
	}
	decl, at := d.decls[fn], slices.Index(d.walks, fn)
	switch {
	case decl == nil:
		return d.known[fn]
	case at >= 0: // nothing is said of functions that call each other in a circle
		d.back = min(d.back, at)
		return nil
	case len(d.walks) == maxFollowed || recovers(decl, d.pass):
		return nil
	}
	n := len(d.walks)
	d.walks = append(d.walks, fn)
	outer := d.back
	d.back = n + 1
	w := &followWalk{Follows: d, fn: fn, params: paramsOf(fn), given: -1}
	w.all(decl.Body.List)
	d.walks = d.walks[:n]
	if d.back <= n {
		w.out = nil
	}
	d.found[fn] = w.out
	if d.back < n {
		outer = min(outer, d.back)
	}
	d.back = outer
	return w.out
}

// maxFollowed bounds how many functions may hand a pointer on.
const maxFollowed = 20

// recovers tells whether a function defers what may recover from a panic: anything but to unlock something, or to tell of it.
func recovers(decl *ast.FuncDecl, pass *analysis.Pass) (recovers bool) {
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.DeferStmt:
			called, ok := typeutil.Callee(pass.TypesInfo, n.Call).(*types.Func)
			recovers = recovers || !ok || called.Pkg() == nil || called.Pkg() == pass.Pkg || called.Pkg().Path() != "sync" && !kube.OnlyTells(called)
		}
		return !recovers
	})
	return recovers
}

// Facts returns what there is to say of functions that other packages can call.
func (d *Follows) Facts(p *Package) map[*types.Func][]Follow {
	if d == nil {
		return nil
	}
	out := map[*types.Func][]Follow{}
	byPlace := slices.SortedFunc(maps.Keys(d.decls), func(a, b *types.Func) int { return cmp.Compare(a.Pos(), b.Pos()) })
	for _, fn := range byPlace {
		if known := d.Of(fn); len(known) > 0 && p.offers(fn) {
			out[fn] = known
		}
	}
	return out
}

// A followWalk goes through what a function does in any case, in order.
type followWalk struct {
	*Follows
	fn     *types.Func
	params []*types.Var
	given  int    // the parameter that has to be a text here; -1 if none has
	text   string // which
	tested []*types.Var
	out    []Follow
}

// all goes through statements, and tells whether what comes behind them is done in any case.
func (w *followWalk) all(list []ast.Stmt) bool {
	return !slices.ContainsFunc(list, func(s ast.Stmt) bool { return !w.stmt(s) })
}

// stmt goes through a statement, and tells whether what comes behind it is done in any case.
func (w *followWalk) stmt(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.BlockStmt:
		return w.all(s.List)
	case *ast.IfStmt:
		if s.Init != nil && !w.stmt(s.Init) {
			return false
		}
		w.eval(s.Cond)
		if cond, ok := s.Cond.(*ast.BinaryExpr); ok && cond.Op == token.EQL {
			w.when(cond.X, cond.Y, s.Body.List)
		}
		w.test(s)
		return !w.leaves(s)
	case *ast.SwitchStmt:
		if s.Init != nil && !w.stmt(s.Init) {
			return false
		}
		for _, clause := range s.Body.List {
			clause := clause.(*ast.CaseClause)
			if slices.ContainsFunc(clause.List, func(e ast.Expr) bool { return w.pass.TypesInfo.Types[e].Value == nil }) {
				break // which may be what the others ask for
			}
			if s.Tag != nil && len(clause.List) == 1 {
				w.when(s.Tag, clause.List[0], clause.Body)
			}
		}
		w.test(s)
		return !w.leaves(s)
	case *ast.ExprStmt, *ast.AssignStmt, *ast.DeclStmt, *ast.IncDecStmt, *ast.DeferStmt:
		w.eval(s)
		w.test(s)
		return !w.leaves(s)
	case *ast.RangeStmt:
		w.eval(s.X)
	case *ast.ReturnStmt:
		w.eval(s)
	}
	return false
}

// when goes through what is done if a parameter is a certain text.
func (w *followWalk) when(param, is ast.Expr, then []ast.Stmt) {
	n, value := w.param(param), w.pass.TypesInfo.Types[is].Value
	if n < 0 || w.given >= 0 || value == nil || value.Kind() != constant.String {
		return
	}
	tested := slices.Clone(w.tested)
	w.given, w.text = n, constant.StringVal(value)
	w.all(then)
	w.given, w.tested = -1, tested
}

// param returns the number of the parameter that an expression is, -1 if it is none, or may be something else by now.
func (w *followWalk) param(e ast.Expr) int {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return -1
	}
	return slices.IndexFunc(w.params, func(p *types.Var) bool {
		return w.pass.TypesInfo.Uses[id] == p && !slices.Contains(w.tested, p)
	})
}

// test notes the pointers that are compared, or set, here, and what else is set: what is known of them hangs on that from then on.
func (w *followWalk) test(n ast.Node) {
	note := func(set bool, exprs ...ast.Expr) {
		for _, e := range exprs {
			if n := w.param(e); n >= 0 && (set || isObjectPointer(w.params[n])) {
				w.tested = append(w.tested, w.params[n])
			}
		}
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			note(false, n.X, n.Y)
		case *ast.AssignStmt:
			note(true, n.Lhs...)
		case *ast.RangeStmt:
			note(true, n.Key, n.Value)
		case *ast.UnaryExpr:
			note(n.Op == token.AND, n.X)
		case *ast.SwitchStmt:
			note(false, n.Tag)
		}
		return true
	})
}

// leaves tells whether a statement may leave the function, end the program, or go on elsewhere.
func (w *followWalk) leaves(s ast.Stmt) (leaves bool) {
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt, *ast.LabeledStmt, *ast.SelectStmt, *ast.ForStmt:
			leaves = true
		case *ast.BranchStmt:
			leaves = true
		case *ast.CallExpr:
			called := typeutil.Callee(w.pass.TypesInfo, n)
			fn, ok := called.(*types.Func)
			leaves = leaves || called == types.Universe.Lookup("panic") || ok && kube.NeverReturns(fn)
		}
		return !leaves
	})
	return leaves
}

// eval notes the parameters that are followed when something is evaluated.
func (w *followWalk) eval(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BinaryExpr:
			if n.Op == token.LAND || n.Op == token.LOR {
				w.eval(n.X)
				return false
			}
		case *ast.StarExpr:
			w.follow(n.X, n.Pos())
		case *ast.SelectorExpr:
			if s := w.pass.TypesInfo.Selections[n]; s != nil && (s.Kind() == types.FieldVal || s.Kind() == types.MethodVal && len(s.Index()) > 1) {
				w.follow(n.X, n.Pos())
			}
		case *ast.CallExpr:
			if called, ok := typeutil.Callee(w.pass.TypesInfo, n).(*types.Builtin); ok && called.Pkg() == types.Unsafe {
				return false
			}
			w.call(n)
		}
		return true
	})
}

// follow notes that an expression is followed, if it is a parameter.
func (w *followWalk) follow(e ast.Expr, at token.Pos) {
	if n := w.param(e); n >= 0 && isObjectPointer(w.params[n]) {
		pos := w.pass.Fset.Position(at)
		w.note(n, fmt.Sprintf("%s.%s (%s:%d)", w.pass.Pkg.Name(), w.fn.Name(), filepath.Base(pos.Filename), pos.Line))
	}
}

func (w *followWalk) note(param int, where string) {
	if !slices.ContainsFunc(w.out, func(d Follow) bool {
		return d.Param == param && (d.Given < 0 || d.Given == w.given && d.Text == w.text)
	}) {
		w.out = append(w.out, Follow{param, w.given, w.text, where})
	}
}

// call notes the parameters that a function follows which they are handed to.
func (w *followWalk) call(call *ast.CallExpr) {
	callee, ok := typeutil.Callee(w.pass.TypesInfo, call).(*types.Func)
	if !ok {
		return
	}
	args := call.Args
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && callee.Signature().Recv() != nil {
		if s := w.pass.TypesInfo.Selections[sel]; s != nil && s.Kind() == types.MethodVal {
			args = slices.Concat([]ast.Expr{sel.X}, args)
		}
	}
	for _, d := range w.Of(callee) {
		if d.Param >= len(args) || d.Given >= len(args) {
			continue
		}
		if d.Given >= 0 {
			if value := w.pass.TypesInfo.Types[args[d.Given]].Value; value == nil || value.Kind() != constant.String || constant.StringVal(value) != d.Text {
				continue
			}
		}
		if n := w.param(args[d.Param]); n >= 0 {
			w.note(n, d.Where)
		}
	}
}
