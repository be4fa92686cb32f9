package program

import (
	"go/ast"
	"go/token"
	"go/types"
)

func (r *reader) typeSwitch(n *ast.TypeSwitchStmt) {
	if n.Init != nil {
		r.statements(n.Init)
	}
	var from ref
	switch s := n.Assign.(type) {
	case *ast.AssignStmt:
		from = r.value(s.Rhs[0])
	case *ast.ExprStmt:
		from = r.value(s.X)
	}
	for _, clause := range n.Body.List {
		if v, ok := r.info().Implicits[clause].(*types.Var); ok {
			r.give(r.variable(v), from)
		}
		for _, s := range clause.(*ast.CaseClause).Body {
			r.statements(s)
		}
	}
}

// ifStatement reads a branch. What a variable is set to on the side where it is nil stands in for what others put there.
func (r *reader) ifStatement(n *ast.IfStmt) {
	if n.Init != nil {
		r.statements(n.Init)
	}
	r.value(n.Cond)
	of, is := r.comparedToNil(n.Cond)
	r.side(n.Body, of, is == token.EQL)
	if n.Else != nil {
		r.side(n.Else, of, is == token.NEQ)
	}
}

// side reads one side of a branch, on which a variable or field is nil or isn't.
func (r *reader) side(n ast.Stmt, of ast.Expr, isNil bool) {
	outer := r.unset
	if of != nil && isNil {
		r.unset = of
	}
	r.statements(n)
	r.unset = outer
}

// comparedToNil returns the variable or field that a condition compares with nil, and how; nothing if it is another one.
func (r *reader) comparedToNil(cond ast.Expr) (ast.Expr, token.Token) {
	op, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || op.Op != token.EQL && op.Op != token.NEQ || !r.info().Types[op.Y].IsNil() {
		return nil, token.ILLEGAL
	}
	return ast.Unparen(op.X), op.Op
}

// isUnset tells whether an expression denotes the variable or field that is nil where it stands.
func (r *reader) isUnset(e ast.Expr) bool { return r.unset != nil && r.same(r.unset, e) }

// same tells whether two expressions denote one variable, or a field of one.
func (r *reader) same(a, b ast.Expr) bool {
	switch a := a.(type) {
	case *ast.Ident:
		b, ok := b.(*ast.Ident)
		return ok && r.object(a) == r.object(b)
	case *ast.SelectorExpr:
		b, ok := b.(*ast.SelectorExpr)
		return ok && r.object(a.Sel) == r.object(b.Sel) && r.same(ast.Unparen(a.X), ast.Unparen(b.X))
	}
	return false
}
