package mutation

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/ctrllint/ctrllint/internal/domain/change"
)

// fix returns the fix that copies the object where it is obtained, if it is obtained in the function that changes it, in
// a variable of its own type, and all that is changed is changed behind that place.
func (j *judge) fix(f *finding) []analysis.SuggestedFix {
	if f.source.Where != "" || f.source.Kind == change.Unsafe {
		return nil
	}
	path := j.enclosing(f.source.Pos)
	var edit *analysis.TextEdit
	switch {
	case f.source.Kind == change.Event:
		edit = j.copyAsserted(f, path)
	case f.source.List:
		edit = j.copyElements(f, path)
	default:
		edit = j.copyObtained(f, path)
	}
	if edit == nil {
		return nil
	}
	for _, c := range f.changes {
		if position(c) < edit.Pos {
			return nil
		}
	}
	return []analysis.SuggestedFix{{Message: "Change a copy", TextEdits: []analysis.TextEdit{*edit}}}
}

// enclosing returns the nodes around a position, from the innermost on.
func (j *judge) enclosing(pos token.Pos) []ast.Node {
	for _, file := range j.pass.Files {
		if file.FileStart <= pos && pos < file.FileEnd {
			path, _ := astutil.PathEnclosingInterval(file, pos, pos)
			return path
		}
	}
	return nil
}

// copyObtained copies what a statement obtains, behind the test of its error.
func (j *judge) copyObtained(f *finding, path []ast.Node) *analysis.TextEdit {
	assign, block := assignment(path)
	if assign == nil || len(assign.Lhs) < 2 || len(assign.Rhs) != 1 {
		return nil
	}
	n := slices.Index(block.List, ast.Stmt(assign))
	if n+1 >= len(block.List) {
		return nil
	}
	test, ok := block.List[n+1].(*ast.IfStmt)
	if !ok || test.Init != nil || test.Else != nil || !leaves(test.Body) || !j.mentions(test.Cond, assign.Lhs[len(assign.Lhs)-1]) {
		return nil
	}
	return j.copyOf(f, assign.Lhs[0], block, test.Pos(), test.End())
}

// copyElements copies each element of a list, at the beginning of the loop over it that changes them: unless the loop
// takes the elements from the list too.
func (j *judge) copyElements(f *finding, path []ast.Node) *analysis.TextEdit {
	assign, block := assignment(path)
	if assign == nil {
		return nil
	}
	var loop *ast.RangeStmt
	for _, stmt := range block.List {
		next, ok := stmt.(*ast.RangeStmt)
		if ok && next.Value != nil && next.Tok == token.DEFINE && j.mentions(next.X, assign.Lhs[0]) && within(f, next.Body) {
			loop = next
		}
	}
	if loop == nil || j.mentions(loop.Body, assign.Lhs[0]) || len(loop.Body.List) == 0 || j.line(loop.Body.List[0].Pos()) == j.line(loop.Body.Lbrace) {
		return nil
	}
	return j.copyOf(f, loop.Value, loop.Body, loop.Body.List[0].Pos(), loop.Body.Lbrace+1)
}

// within tells whether all changes of a finding are in a block.
func within(f *finding, block *ast.BlockStmt) bool {
	return !slices.ContainsFunc(f.changes, func(c change.Change) bool { return position(c) < block.Pos() || block.End() <= position(c) })
}

// copyAsserted copies the argument of an event function where it is asserted to be of its type.
func (j *judge) copyAsserted(f *finding, path []ast.Node) *analysis.TextEdit {
	var found []*ast.TypeAssertExpr
	for _, node := range path {
		body := bodyOf(node)
		if body == nil {
			continue
		}
		ast.Inspect(body, func(n ast.Node) bool {
			assign, ok := n.(*ast.AssignStmt)
			if !ok || len(assign.Lhs) != 1 || len(assign.Rhs) != 1 {
				return true
			}
			assert, ok := assign.Rhs[0].(*ast.TypeAssertExpr)
			if id, isIdent := ast.Unparen(assertedIn(assert)).(*ast.Ident); ok && isIdent && j.pass.TypesInfo.Uses[id] == f.source.Param.Object() {
				found = append(found, assert)
			}
			return true
		})
		break
	}
	if len(found) != 1 || found[0].Type == nil || !copies(j.pass.TypesInfo.TypeOf(found[0])) {
		return nil
	}
	return &analysis.TextEdit{Pos: found[0].End(), End: found[0].End(), NewText: []byte(".DeepCopy()")}
}

func assertedIn(assert *ast.TypeAssertExpr) ast.Expr {
	if assert == nil {
		return nil
	}
	return assert.X
}

func bodyOf(n ast.Node) *ast.BlockStmt {
	switch n := n.(type) {
	case *ast.FuncDecl:
		return n.Body
	case *ast.FuncLit:
		return n.Body
	}
	return nil
}

// assignment returns the assignment around a position that is a statement of a block, and the block.
func assignment(path []ast.Node) (*ast.AssignStmt, *ast.BlockStmt) {
	for n, node := range path {
		assign, ok := node.(*ast.AssignStmt)
		if !ok {
			continue
		}
		if block, ok := path[n+1].(*ast.BlockStmt); ok {
			return assign, block
		}
		break
	}
	return nil, nil
}

// leaves tells whether a block ends with a statement that leaves it.
func leaves(body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	switch body.List[len(body.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	}
	return false
}

// copyOf copies what a variable has in a line of its own at a place, indented like the statement at a position, unless a
// pointer is compared in the block, or the type has no DeepCopy.
func (j *judge) copyOf(f *finding, variable ast.Expr, block *ast.BlockStmt, like, at token.Pos) *analysis.TextEdit {
	id, ok := variable.(*ast.Ident)
	if !ok || id.Name == "_" || !copies(j.pass.TypesInfo.TypeOf(id)) || j.compared(id, block) || !within(f, block) {
		return nil
	}
	indent := strings.Repeat("\t", j.pass.Fset.Position(like).Column-1)
	return &analysis.TextEdit{Pos: at, End: at, NewText: []byte("\n" + indent + id.Name + " = " + id.Name + ".DeepCopy()")}
}

// copies tells whether a type has a method DeepCopy that returns the same type.
func copies(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "DeepCopy")
	fn, ok := obj.(*types.Func)
	return ok && fn.Signature().Params().Len() == 0 && fn.Signature().Results().Len() == 1 && types.Identical(fn.Signature().Results().At(0).Type(), t)
}

// mentions tells whether a node has the variable that an expression is.
func (j *judge) mentions(in ast.Node, variable ast.Expr) bool {
	id, ok := variable.(*ast.Ident)
	found := false
	ast.Inspect(in, func(n ast.Node) bool {
		other, isIdent := n.(*ast.Ident)
		found = found || ok && isIdent && j.pass.TypesInfo.ObjectOf(other) == j.pass.TypesInfo.ObjectOf(id)
		return true
	})
	return found
}

// compared tells whether a block compares what a variable has with something else than nil.
func (j *judge) compared(id *ast.Ident, block *ast.BlockStmt) bool {
	found := false
	ast.Inspect(block, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		if !ok || b.Op != token.EQL && b.Op != token.NEQ {
			return true
		}
		for _, sides := range [][2]ast.Expr{{b.X, b.Y}, {b.Y, b.X}} {
			side, ok := ast.Unparen(sides[0]).(*ast.Ident)
			found = found || ok && j.pass.TypesInfo.ObjectOf(side) == j.pass.TypesInfo.ObjectOf(id) && !j.pass.TypesInfo.Types[sides[1]].IsNil()
		}
		return true
	})
	return found
}

// line returns the line of a position.
func (j *judge) line(pos token.Pos) int { return j.pass.Fset.Position(pos).Line }
