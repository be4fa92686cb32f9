package tombstone

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"honnef.co/go/tools/analysis/edit"

	"github.com/ctrllint/ctrllint/internal/diag"
	"github.com/ctrllint/ctrllint/internal/kube"
	"github.com/ctrllint/ctrllint/internal/scenario"
)

// fixes returns the rewrite that certainly mends a finding; none where there is a choice. The cursor is at the
// assertion, type switch, case or call that is reported.
func (j *judge) fixes(f finding, at inspector.Cursor) []analysis.SuggestedFix {
	if at.Node().Pos() > f.cause.Pos() || f.cause.Pos() > at.Node().End() {
		return nil // what fails is elsewhere
	}
	if f.cause.Kind == scenario.OtherType {
		return nil // whether the type that is asserted is ever held can't be known
	}
	switch f.category {
	case keyCategory:
		return j.safeKey(f, at)
	case pointerCategory:
		return j.byValue(at)
	case panicCategory, lostCategory:
		return j.unwrap(f, at)
	}
	return nil
}

// safeKey puts the key function in its place that deals with tombstones.
func (j *judge) safeKey(f finding, at inspector.Cursor) []analysis.SuggestedFix {
	safe := kube.DeletionHandling(f.cause.Symbol)
	call, ok := at.Node().(*ast.CallExpr)
	if safe == "" || !ok || f.cause.Boxed != nil {
		return nil
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != f.cause.Symbol.Name || j.pass.TypesInfo.Uses[sel.Sel].Pkg().Scope().Lookup(safe) == nil {
		return nil
	}
	return edit1("Use "+safe, edit.ReplaceWithString(sel.Sel, safe))
}

// byValue takes the star off the tombstone's type, where the value does as well as the pointer.
func (j *judge) byValue(at inspector.Cursor) []analysis.SuggestedFix {
	var typ ast.Expr
	switch n := at.Node().(type) {
	case *ast.TypeAssertExpr:
		if j.valueDoes(n, at) {
			typ = n.Type
		}
	case *ast.CaseClause:
		if len(n.List) == 1 && !j.onlySelected(at, j.pass.TypesInfo.Implicits[n]) {
			return nil
		}
		for _, clause := range at.Parent().Node().(*ast.BlockStmt).List {
			for _, e := range clause.(*ast.CaseClause).List {
				if kube.IsTombstone(j.pass.TypesInfo.TypeOf(e)) {
					return nil // it would be there twice
				}
			}
		}
		for _, e := range n.List {
			if kube.IsTombstonePointer(j.pass.TypesInfo.TypeOf(e)) {
				typ = e
			}
		}
	}
	star, ok := typ.(*ast.StarExpr)
	if !ok {
		return nil
	}
	return edit1("Assert the value", edit.Delete(edit.Range{star.Pos(), star.X.Pos()}))
}

// valueDoes tells whether what becomes of the asserted pointer can be done with a value: nothing, or its fields are
// read at once, or it goes into a new variable whose fields are looked at.
func (j *judge) valueDoes(assertion *ast.TypeAssertExpr, at inspector.Cursor) bool {
	switch parent := at.Parent(); n := parent.Node().(type) {
	case *ast.AssignStmt:
		if n.Rhs[0] != assertion || len(n.Rhs) > 1 {
			return false
		}
		result, ok := n.Lhs[0].(*ast.Ident)
		if !ok {
			return false
		}
		if result.Name == "_" {
			return true
		}
		v := j.pass.TypesInfo.Defs[result]
		file, ok := j.syntax.File(result.Pos())
		return ok && v != nil && j.onlySelected(file, v) // a variable that was there has the pointer's type
	case *ast.SelectorExpr:
		// What is in a pointer has an address, what is in the value that an assertion makes has none.
		switch parent.ParentEdgeKind() {
		case edge.AssignStmt_Lhs, edge.UnaryExpr_X, edge.IncDecStmt_X, edge.RangeStmt_Key, edge.RangeStmt_Value:
			return false
		}
		return true
	}
	return false
}

// onlySelected tells whether all that is done with a variable is to look at its fields.
func (j *judge) onlySelected(within inspector.Cursor, v types.Object) bool {
	if v == nil {
		return true
	}
	for c := range within.Preorder((*ast.Ident)(nil)) {
		if j.pass.TypesInfo.Uses[c.Node().(*ast.Ident)] == v && c.ParentEdgeKind() != edge.SelectorExpr_X {
			return false
		}
	}
	return true
}

// unwrap puts the tombstone's object into the variable that is asserted, before the statement that does it. Where the
// assertion has no check it gets one.
func (j *judge) unwrap(f finding, at inspector.Cursor) []analysis.SuggestedFix {
	stmt, variable := j.asserted(at)
	if !stmt.Valid() || variable == nil || !j.plain(stmt, variable) {
		return nil
	}
	pkg := cacheName(stmt)
	indent := j.indent(stmt.Node().Pos())
	if pkg == "" || indent == "" || !j.namesFree(stmt) || !j.namesPackage(stmt, pkg) {
		return nil
	}
	edits := []analysis.TextEdit{{
		Pos: stmt.Node().Pos(), End: stmt.Node().Pos(),
		NewText: fmt.Appendf(nil, "if tombstone, ok := %[1]s.(%[2]s.DeletedFinalStateUnknown); ok {\n%[3]s\t%[1]s = tombstone.Obj\n%[3]s}\n%[3]s",
			variable.Name, pkg, indent),
	}}
	if f.category == panicCategory {
		check := j.check(at, stmt, indent)
		if check == nil {
			return nil
		}
		edits = append(edits, check...)
	}
	return edit1("Unwrap the tombstone", edits...)
}

// asserted returns the statement of a block that makes the assertion, and the variable that it asserts.
func (j *judge) asserted(at inspector.Cursor) (stmt inspector.Cursor, variable *ast.Ident) {
	var x ast.Expr
	stmt = at
	switch n := at.Node().(type) {
	case *ast.TypeAssertExpr:
		x = n.X
		assign := at.Parent()
		if _, ok := assign.Node().(*ast.AssignStmt); !ok {
			return inspector.Cursor{}, nil
		}
		stmt = assign
		if assign.ParentEdgeKind() == edge.IfStmt_Init {
			stmt = assign.Parent()
		}
	case *ast.TypeSwitchStmt:
		switch a := n.Assign.(type) {
		case *ast.AssignStmt:
			x = a.Rhs[0].(*ast.TypeAssertExpr).X
		case *ast.ExprStmt:
			x = a.X.(*ast.TypeAssertExpr).X
		}
	default:
		return inspector.Cursor{}, nil
	}
	switch stmt.ParentEdgeKind() {
	case edge.BlockStmt_List, edge.CaseClause_Body:
	default:
		return inspector.Cursor{}, nil
	}
	variable, _ = ast.Unparen(x).(*ast.Ident)
	return stmt, variable
}

// plain tells whether the variable is a parameter of the function around the statement whose tombstone nobody looks
// for: only then may it be replaced by the object.
func (j *judge) plain(stmt inspector.Cursor, variable *ast.Ident) bool {
	v, ok := j.pass.TypesInfo.Uses[variable].(*types.Var)
	if !ok || !kube.IsAny(v.Type()) {
		return false
	}
	for c := range stmt.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		var typ *ast.FuncType
		switch fn := c.Node().(type) {
		case *ast.FuncDecl:
			typ = fn.Type
		case *ast.FuncLit:
			typ = fn.Type
		}
		if v.Pos() < typ.Pos() || v.Pos() > typ.End() {
			return false // a variable of an outer function
		}
		for a := range c.Preorder((*ast.TypeAssertExpr)(nil), (*ast.CaseClause)(nil)) {
			switch n := a.Node().(type) {
			case *ast.TypeAssertExpr:
				if n.Type != nil && aboutTombstones(j.pass.TypesInfo.TypeOf(n.Type)) {
					return false
				}
			case *ast.CaseClause:
				if slices.ContainsFunc(n.List, func(e ast.Expr) bool { return aboutTombstones(j.pass.TypesInfo.TypeOf(e)) }) {
					return false
				}
			}
		}
		return true
	}
	return false
}

func aboutTombstones(t types.Type) bool {
	return t != nil && (kube.IsTombstone(t) || kube.IsTombstonePointer(t))
}

// check gives an assertion that defines one variable a second result and returns when it is false; nil where the
// function around it has results to return.
func (j *judge) check(at, stmt inspector.Cursor, indent string) []analysis.TextEdit {
	assign, isAssign := stmt.Node().(*ast.AssignStmt)
	if !isAssign || len(assign.Lhs) != 1 || assign.Tok != token.DEFINE || at.Parent().Node() != stmt.Node() {
		return nil
	}
	for c := range stmt.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		var results *ast.FieldList
		switch fn := c.Node().(type) {
		case *ast.FuncDecl:
			results = fn.Type.Results
		case *ast.FuncLit:
			results = fn.Type.Results
		}
		if results != nil {
			return nil
		}
		break
	}
	if !j.okFree(stmt) {
		return nil
	}
	file := j.pass.Fset.File(assign.End())
	line := diag.LineOf(file, assign.End())
	if line == file.LineCount() {
		return nil
	}
	eol := file.LineStart(line+1) - 1 // behind a comment
	return []analysis.TextEdit{
		{Pos: assign.Lhs[0].End(), End: assign.Lhs[0].End(), NewText: []byte(", ok")},
		{Pos: eol, End: eol, NewText: fmt.Appendf(nil, "\n%[1]sif !ok {\n%[1]s\treturn\n%[1]s}", indent)},
	}
}

// indent returns the white space before the first token of a line; empty if something else is there.
func (j *judge) indent(pos token.Pos) string {
	file := j.pass.Fset.File(pos)
	content, err := j.pass.ReadFile(file.Name())
	if err != nil || file.Size() != len(content) {
		return ""
	}
	line := content[file.Offset(file.LineStart(diag.LineOf(file, pos))):file.Offset(pos)]
	if len(strings.TrimLeft(string(line), "\t")) > 0 {
		return ""
	}
	return string(line)
}

// cacheName returns the name under which the file of the statement imports client-go's tools/cache; empty if it
// doesn't.
func cacheName(stmt inspector.Cursor) string {
	for c := range stmt.Enclosing((*ast.File)(nil)) {
		for _, spec := range c.Node().(*ast.File).Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil || !kube.IsToolsCache(path) {
				continue
			}
			if spec.Name == nil {
				return "cache"
			}
			if spec.Name.Name != "_" && spec.Name.Name != "." {
				return spec.Name.Name
			}
		}
	}
	return ""
}

// namesFree tells whether the function around the statement has no variable that is called as those of the rewrite,
// other than a boolean ok.
func (j *judge) namesFree(stmt inspector.Cursor) bool {
	for c := range stmt.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		for id := range c.Preorder((*ast.Ident)(nil)) {
			id := id.Node().(*ast.Ident)
			obj := j.pass.TypesInfo.Defs[id]
			if obj != nil && (id.Name == "tombstone" || id.Name == "ok" && !types.Identical(obj.Type(), types.Typ[types.Bool])) {
				return false
			}
		}
		return true
	}
	return false
}

// scope returns the scope of the block that the statement stands in.
func (j *judge) scope(stmt inspector.Cursor) *types.Scope {
	return j.pass.Pkg.Scope().Innermost(stmt.Node().Pos())
}

// namesPackage tells whether the name is that of an imported package where the statement stands.
func (j *judge) namesPackage(stmt inspector.Cursor, name string) bool {
	scope := j.scope(stmt)
	if scope == nil {
		return false
	}
	_, obj := scope.LookupParent(name, stmt.Node().Pos())
	_, ok := obj.(*types.PkgName)
	return ok
}

// okFree tells whether the statement may define or set a variable ok: none that is there already is asked later on, and
// what defines one below in the same block defines something else too.
func (j *judge) okFree(stmt inspector.Cursor) bool {
	scope := j.scope(stmt)
	if scope == nil {
		return false
	}
	pos := stmt.Node().Pos()
	_, before := scope.LookupParent("ok", pos)
	here := scope.Lookup("ok")
	for c := range stmt.Parent().Preorder((*ast.Ident)(nil)) {
		id := c.Node().(*ast.Ident)
		switch {
		case id.Name != "ok" || id.Pos() < pos:
		case before != nil && j.pass.TypesInfo.Uses[id] == before:
			return false
		case here != nil && j.pass.TypesInfo.Defs[id] == here && !j.definesMore(c.Parent().Node(), id):
			return false
		}
	}
	return true
}

// definesMore tells whether the node is an assignment that defines another variable than the name's.
func (j *judge) definesMore(n ast.Node, name *ast.Ident) bool {
	assign, ok := n.(*ast.AssignStmt)
	return ok && slices.ContainsFunc(assign.Lhs, func(e ast.Expr) bool {
		id, ok := e.(*ast.Ident)
		return ok && id != name && id.Name != "_" && j.pass.TypesInfo.Defs[id] != nil
	})
}

func edit1(message string, edits ...analysis.TextEdit) []analysis.SuggestedFix {
	return []analysis.SuggestedFix{edit.Fix(message, edits...)}
}
