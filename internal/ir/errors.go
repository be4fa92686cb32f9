package ir

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// An Err is what is known of the error that a function returns last.
type Err struct {
	Never bool // it is never nil
	Of    int  // parameter without which it isn't nil, the receiver not counted; -1 if there is none
	With  bool // it is nil with that
}

// Errors says what is known of the errors that functions return: those of the package by their syntax, others by facts.
type Errors struct {
	pass  *analysis.Pass
	known map[*types.Func]*Err
	decls map[*types.Func]*ast.FuncDecl
	found map[*types.Func]*Err
	// variables are local ones that are known, or being looked at.
	variables map[*types.Var]*Err
}

// NewErrors returns what is known of the errors that functions return which the package has, or can come to.
func NewErrors(p *Package, known map[*types.Func]*Err) *Errors {
	e := &Errors{pass: p.pass, known: known, decls: map[*types.Func]*ast.FuncDecl{}, found: map[*types.Func]*Err{}, variables: map[*types.Var]*Err{}}
	for _, f := range p.Files() {
		for _, decl := range f.Decls {
			if d, ok := decl.(*ast.FuncDecl); ok && d.Body != nil {
				if fn, ok := p.pass.TypesInfo.Defs[d.Name].(*types.Func); ok && kube.MayFail(fn.Signature()) {
					e.decls[fn] = d
				}
			}
		}
	}
	return e
}

// Of returns what is known of the last error of a function, nil if nothing is.
func (e *Errors) Of(obj types.Object) *Err {
	fn, ok := obj.(*types.Func)
	if e == nil || !ok {
		return nil
	}
	fn = fn.Origin()
	if known := e.known[fn]; known != nil {
		return known
	}
	if known, ok := e.found[fn]; ok {
		return known
	}
	e.found[fn] = nil // while it is looked for
	if decl := e.decls[fn]; decl != nil {
		e.found[fn] = e.find(fn, decl)
	}
	return e.found[fn]
}

// Facts returns what there is to say of functions that other packages can call.
func (e *Errors) Facts(p *Package) map[*types.Func]*Err {
	if e == nil {
		return nil
	}
	out := map[*types.Func]*Err{}
	for fn := range e.decls {
		if !fn.Exported() || p.reached != nil && !p.reached[fn] {
			continue
		}
		if known := e.Of(fn); known != nil {
			out[fn] = known
		}
	}
	return out
}

// find looks at what a function returns.
func (e *Errors) find(fn *types.Func, decl *ast.FuncDecl) *Err {
	if fn.Signature().Results().At(0).Name() != "" {
		return nil // it may be set anywhere
	}
	if known := e.parted(fn, decl); known != nil {
		return known
	}
	all := &Err{Never: true, Of: -1, With: true}
	known, guarded, first := true, false, false // first: before anything else
	var look func(n ast.Node) bool
	look = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.IfStmt:
			if p := e.nilTest(fn, decl, n); p >= 0 && (all.Of < 0 || all.Of == p) {
				all.Of, guarded, first = p, true, first || decl.Body.List[0] == ast.Stmt(n)
				if n.Else != nil {
					ast.Inspect(n.Else, look)
				}
				return false
			}
		case *ast.ReturnStmt:
			if len(n.Results) == 0 {
				known = false
				return false
			}
			is := e.is(fn, decl, n.Results[len(n.Results)-1])
			switch {
			case is == nil:
				known = false
			case is.Of >= 0 && (all.Of < 0 || all.Of == is.Of):
				all.Of, all.Never, all.With = is.Of, false, all.With && is.With
			case !is.Never:
				known = false
			default:
				all.With = false
			}
		}
		return true
	}
	ast.Inspect(decl.Body, look)
	switch {
	case !known:
		return nil
	case guarded:
		return &Err{Of: all.Of, With: first}
	}
	return all
}

// parted returns what is known of the last error of a function that first of all finds out whether a parameter is nil, and deals
// with one that isn't apart; nil if it does something else.
func (e *Errors) parted(fn *types.Func, decl *ast.FuncDecl) *Err {
	for n, stmt := range decl.Body.List {
		test, ok := stmt.(*ast.IfStmt)
		if !ok {
			if len(returns(stmt)) > 0 {
				return nil
			}
			continue
		}
		cond, ok := test.Cond.(*ast.BinaryExpr)
		if !ok || cond.Op != token.NEQ || test.Init != nil || test.Else != nil || !e.isNil(cond.Y) {
			return nil
		}
		p := e.parameter(fn, cond.X)
		if p < 0 || e.assigned(decl, fn.Signature().Params().At(p)) || len(test.Body.List) == 0 {
			return nil
		}
		if _, ends := test.Body.List[len(test.Body.List)-1].(*ast.ReturnStmt); !ends || jumps(test.Body) {
			return nil
		}
		for _, ret := range returns(test) {
			if is := e.returned(fn, decl, ret); is == nil || !is.Never && is.Of != p {
				return nil
			}
		}
		out := &Err{Of: p, With: true}
		for _, rest := range decl.Body.List[n+1:] {
			for _, ret := range returns(rest) {
				last := len(ret.Results) - 1
				out.With = out.With && last >= 0 && (e.isNil(ret.Results[last]) || e.parameter(fn, ret.Results[last]) == p)
			}
		}
		return out
	}
	return nil
}

// jumps tells whether a statement has one that goes on at a label.
func jumps(in ast.Stmt) (jumps bool) {
	ast.Inspect(in, func(n ast.Node) bool {
		branch, ok := n.(*ast.BranchStmt)
		jumps = jumps || ok && branch.Label != nil
		return !jumps
	})
	return jumps
}

// returned returns what is known of the error that a statement returns last, nil if nothing is.
func (e *Errors) returned(fn *types.Func, decl *ast.FuncDecl, ret *ast.ReturnStmt) *Err {
	if len(ret.Results) == 0 {
		return nil
	}
	return e.is(fn, decl, ret.Results[len(ret.Results)-1])
}

// returns are the statements that return from the function in which a statement is.
func returns(in ast.Stmt) (out []*ast.ReturnStmt) {
	ast.Inspect(in, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			out = append(out, n)
		}
		return true
	})
	return out
}

// nilTest returns the parameter of which a statement finds out that it is nil, and then returns nil; -1 if it is none.
func (e *Errors) nilTest(fn *types.Func, decl *ast.FuncDecl, s *ast.IfStmt) int {
	cond, ok := s.Cond.(*ast.BinaryExpr)
	if !ok || cond.Op != token.EQL || s.Init != nil || len(s.Body.List) != 1 || !e.isNil(cond.Y) {
		return -1
	}
	ret, ok := s.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) == 0 {
		return -1
	}
	p := e.parameter(fn, cond.X)
	if last := ret.Results[len(ret.Results)-1]; p < 0 || e.assigned(decl, fn.Signature().Params().At(p)) || !e.isNil(last) && e.parameter(fn, last) != p {
		return -1
	}
	return p
}

func (e *Errors) isNil(x ast.Expr) bool { return e.pass.TypesInfo.Types[x].IsNil() }

// parameter returns which parameter of a function, an error, an expression is; -1 if it is none.
func (e *Errors) parameter(fn *types.Func, x ast.Expr) int {
	id, ok := ast.Unparen(x).(*ast.Ident)
	if !ok {
		return -1
	}
	params := fn.Signature().Params()
	for i := range params.Len() {
		if params.At(i) == e.pass.TypesInfo.Uses[id] && kube.IsError(params.At(i).Type()) {
			return i
		}
	}
	return -1
}

// is returns what is known of an error that a function returns.
func (e *Errors) is(fn *types.Func, decl *ast.FuncDecl, x ast.Expr) *Err {
	switch x := ast.Unparen(x).(type) {
	case *ast.CompositeLit:
		return &Err{Never: true, Of: -1}
	case *ast.UnaryExpr:
		if _, made := ast.Unparen(x.X).(*ast.CompositeLit); made && x.Op == token.AND {
			return &Err{Never: true, Of: -1}
		}
	case *ast.Ident:
		if p := e.parameter(fn, x); p >= 0 && !e.assigned(decl, fn.Signature().Params().At(p)) {
			return &Err{Of: p, With: true}
		}
		return e.variable(fn, decl, x)
	case *ast.CallExpr:
		return e.call(fn, decl, x)
	}
	return nil
}

func (e *Errors) call(fn *types.Func, decl *ast.FuncDecl, call *ast.CallExpr) *Err {
	callee := typeutil.Callee(e.pass.TypesInfo, call)
	if callee == nil {
		return nil
	}
	symbol, of, with := kube.SymbolOf(callee), 0, true
	switch {
	case kube.NeverNil(symbol):
		return &Err{Never: true, Of: -1}
	case !kube.WrapsError(symbol):
		known := e.Of(callee)
		if known == nil || known.Never {
			return known
		}
		of, with = known.Of, known.With
	}
	if of < 0 || of >= len(call.Args) {
		return nil
	}
	is := e.is(fn, decl, call.Args[of])
	if is != nil && !with {
		return &Err{Never: is.Never, Of: is.Of}
	}
	return is
}

// assigned tells whether a function sets a parameter, or may.
func (e *Errors) assigned(decl *ast.FuncDecl, param *types.Var) bool {
	found := false
	note := func(x ast.Expr) {
		id, ok := x.(*ast.Ident)
		found = found || ok && e.pass.TypesInfo.Uses[id] == param
	}
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, to := range n.Lhs {
				note(to)
			}
		case *ast.RangeStmt:
			note(n.Key)
			note(n.Value)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				note(n.X)
			}
		}
		return true
	})
	return found
}
