package ir

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// variable returns what is known of an error in a local variable, by all that is ever put in it: helpers that make errors
// choose in the arms of an if what they go on with.
func (e *Errors) variable(fn *types.Func, decl *ast.FuncDecl, id *ast.Ident) *Err {
	v, ok := e.pass.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.Pos() < decl.Body.Pos() || v.Pos() > decl.Body.End() {
		return nil
	}
	known, ok := e.variables[v]
	if !ok {
		e.variables[v] = nil // of one that is put in itself, by way of others
		known = e.kept(fn, decl, v)
		e.variables[v] = known
	}
	return known
}

// kept returns what is known of an error that is one of those which are put in a variable.
func (e *Errors) kept(fn *types.Func, decl *ast.FuncDecl, v *types.Var) *Err {
	values, ok := e.stored(decl, v)
	if !ok || len(values) == 0 {
		return nil
	}
	all := e.is(fn, decl, values[0])
	for _, x := range values[1:] {
		all = all.or(e.is(fn, decl, x))
	}
	return all
}

// or is what is known of an error that is one of two.
func (a *Err) or(b *Err) *Err {
	if a == nil || b == nil || a.Of >= 0 && b.Of >= 0 && a.Of != b.Of {
		return nil
	}
	return &Err{Never: a.Never && b.Never, Of: max(a.Of, b.Of), With: a.With && b.With}
}

// stored returns all that is put in a local variable; false if it may have something else: what a call returns among
// other results, what is put there by its address or in a function literal, or the nil that it begins with.
func (e *Errors) stored(decl *ast.FuncDecl, v *types.Var) (values []ast.Expr, ok bool) {
	ok = true
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			ok = ok && !e.mentions(n, v)
			return false
		case *ast.UnaryExpr:
			ok = ok && !(n.Op == token.AND && e.isVar(n.X, v))
		case *ast.RangeStmt:
			ok = ok && !e.isVar(n.Key, v) && !e.isVar(n.Value, v)
		case *ast.BlockStmt:
			ok = ok && e.begins(n.List, v)
		case *ast.CaseClause:
			ok = ok && e.begins(n.Body, v)
		case *ast.CommClause:
			ok = ok && e.begins(n.Body, v)
		case *ast.AssignStmt:
			if i := e.assignedAt(n, v); i >= 0 && len(n.Lhs) == len(n.Rhs) {
				values = append(values, n.Rhs[i])
			} else if i >= 0 {
				ok = false
			}
		case *ast.ValueSpec:
			i := slices.IndexFunc(n.Names, func(name *ast.Ident) bool { return e.isVar(name, v) })
			if i >= 0 && len(n.Values) == len(n.Names) {
				values = append(values, n.Values[i])
			} else if i >= 0 && len(n.Values) > 0 {
				ok = false
			}
		}
		return ok
	})
	return values, ok
}

// begins tells whether a variable that is declared without a value by one of some statements is given one by the next.
func (e *Errors) begins(list []ast.Stmt, v *types.Var) bool {
	for i, stmt := range list {
		decl, ok := stmt.(*ast.DeclStmt)
		if !ok {
			continue
		}
		for _, spec := range decl.Decl.(*ast.GenDecl).Specs {
			of, ok := spec.(*ast.ValueSpec)
			if ok && len(of.Values) == 0 && slices.ContainsFunc(of.Names, func(name *ast.Ident) bool { return e.isVar(name, v) }) {
				return i+1 < len(list) && e.gives(list[i+1], v)
			}
		}
	}
	return true
}

// gives tells whether a statement puts something in a variable in any case.
func (e *Errors) gives(stmt ast.Stmt, v *types.Var) bool {
	switch stmt := stmt.(type) {
	case *ast.AssignStmt:
		return e.assignedAt(stmt, v) >= 0
	case *ast.BlockStmt:
		return len(stmt.List) > 0 && e.gives(stmt.List[0], v) // behind others, there may be a way out before
	case *ast.IfStmt:
		return stmt.Else != nil && e.gives(stmt.Body, v) && e.gives(stmt.Else, v)
	}
	return false
}

// assignedAt returns at which place of an assignment a variable stands; -1 if at none.
func (e *Errors) assignedAt(assign *ast.AssignStmt, v *types.Var) int {
	return slices.IndexFunc(assign.Lhs, func(to ast.Expr) bool { return e.isVar(to, v) })
}

// isVar tells whether an expression is the name of a variable.
func (e *Errors) isVar(x ast.Expr, v *types.Var) bool {
	id, ok := x.(*ast.Ident)
	return ok && e.pass.TypesInfo.ObjectOf(id) == v
}

// mentions tells whether a function literal has to do with a variable.
func (e *Errors) mentions(lit *ast.FuncLit, v *types.Var) (found bool) {
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && e.pass.TypesInfo.Uses[id] == v
		return !found
	})
	return found
}
