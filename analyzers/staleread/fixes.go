package staleread

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/diag"
	"github.com/ctrllint/ctrllint/internal/paths"
)

// removeRead is the fix that leaves out a read of the variable just written: a statement if err := Get(...); err != nil
// {...} of its own, which nothing else hangs on, and which no way leads to but through the write.
func (j *judge) removeRead(p *paths.Pair) (analysis.SuggestedFix, bool) {
	var none analysis.SuggestedFix
	if p.Write.Call.Parent() != p.Read.Call.Parent() || !p.Write.Call.Block().Dominates(p.Read.Call.Block()) {
		return none, false
	}
	at, ok := j.syntax.Enclosing(p.Read.Pos(), p.Read.Pos())
	if !ok {
		return none, false
	}
	call := j.syntax.Call(p.Read.Pos())
	for c := range at.Enclosing((*ast.IfStmt)(nil)) {
		stmt := c.Node().(*ast.IfStmt)
		init, ok := stmt.Init.(*ast.AssignStmt)
		if !ok || init.Tok != token.DEFINE || len(init.Rhs) != 1 || ast.Unparen(init.Rhs[0]) != ast.Expr(call) || stmt.Else != nil {
			continue
		}
		if !onlyReturns(stmt.Body) || !isBlock(c.Parent().Node()) || j.hasComments(stmt) || !j.standsAlone(stmt) {
			return none, false
		}
		start, end, ok := j.withComment(stmt)
		return analysis.SuggestedFix{
			Message:   "Leave out the read of what was just written",
			TextEdits: []analysis.TextEdit{{Pos: start, End: end}},
		}, ok
	}
	return none, false
}

// onlyReturns tells whether a block logs at most, and returns.
func onlyReturns(body *ast.BlockStmt) bool {
	for i, stmt := range body.List {
		switch stmt.(type) {
		case *ast.ExprStmt:
		case *ast.ReturnStmt:
			return i == len(body.List)-1
		default:
			return false
		}
	}
	return false
}

func isBlock(n ast.Node) bool {
	_, ok := n.(*ast.BlockStmt)
	return ok
}

// hasComments tells whether there is a comment in the statement or behind it, which would be lost.
func (j *judge) hasComments(stmt ast.Stmt) bool {
	for _, f := range j.pass.Files {
		if stmt.Pos() < f.FileStart || stmt.Pos() >= f.FileEnd {
			continue
		}
		for _, group := range f.Comments {
			for _, c := range group.List {
				sameLine := j.line(c.Pos()) == j.line(stmt.End())
				if c.Pos() >= stmt.Pos() && (c.Pos() < stmt.End() || sameLine) {
					return true
				}
			}
		}
	}
	return false
}

func (j *judge) line(pos token.Pos) int { return j.pass.Fset.Position(pos).Line }

// standsAlone tells whether the package still compiles without the statement: every variable and import that it uses is
// used elsewhere too.
func (j *judge) standsAlone(stmt ast.Stmt) bool {
	inside, outside := map[types.Object]bool{}, map[types.Object]bool{}
	file := j.pass.Fset.File(stmt.Pos())
	for id, obj := range j.pass.TypesInfo.Uses {
		if j.pass.Fset.File(id.Pos()) != file {
			continue
		}
		if stmt.Pos() <= id.Pos() && id.Pos() < stmt.End() {
			inside[obj] = true
		} else {
			outside[obj] = true
		}
	}
	for obj := range inside {
		if obj.Pos() >= stmt.Pos() && obj.Pos() < stmt.End() {
			continue // declared in it
		}
		_, isPackage := obj.(*types.PkgName)
		v, isVar := obj.(*types.Var)
		local := isVar && !v.IsField() && v.Parent() != nil && v.Parent() != j.pass.Pkg.Scope()
		if (isPackage || local) && !outside[obj] {
			return false
		}
	}
	return true
}

// withComment returns the lines of a statement with those of the comment right above, which is about it, and, where both
// neighbours are empty, one of these. It returns false if there is something else in the lines, or if the comment is for
// a program: it may stand for more than the statement.
func (j *judge) withComment(stmt ast.Stmt) (start, end token.Pos, ok bool) {
	file := j.pass.Fset.File(stmt.Pos())
	source, err := j.pass.ReadFile(file.Name())
	if err != nil || len(source) != file.Size() {
		return token.NoPos, token.NoPos, false
	}
	first, last := diag.LineOf(file, stmt.Pos()), diag.LineOf(file, stmt.End())
	if last+1 >= file.LineCount() {
		return token.NoPos, token.NoPos, false
	}
	// empty tells whether there is nothing but comments between two positions.
	empty := func(from, to token.Pos) bool {
		text := string(source[file.Offset(from):file.Offset(to)])
		return strings.TrimSpace(comment.ReplaceAllString(text, "")) == ""
	}
	alone := empty(file.LineStart(first), stmt.Pos()) && empty(stmt.End(), file.LineStart(last+1))
	// A comment behind other code is about that.
	if group := j.commentAbove(stmt); group != nil && empty(file.LineStart(diag.LineOf(file, group.Pos())), group.Pos()) {
		alone = alone && empty(group.Pos(), stmt.Pos())
		for _, c := range group.List {
			alone = alone && !forProgram.MatchString(c.Text)
		}
		first = diag.LineOf(file, group.Pos())
	}
	if first > 1 && empty(file.LineStart(first-1), file.LineStart(first)) && empty(file.LineStart(last+1), file.LineStart(last+2)) {
		last++
	}
	return file.LineStart(first), file.LineStart(last + 1), alone
}

// comment matches a comment, if there is no string that looks like one.
var comment = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*`)

// forProgram matches the comments that programs read: directives and markers.
var forProgram = regexp.MustCompile(`^//(\s*\+\w|[a-z0-9]+:[a-z0-9]|nolint)`)

// commentAbove returns the comment that ends in the line above the statement, or nil.
func (j *judge) commentAbove(stmt ast.Stmt) *ast.CommentGroup {
	for _, f := range j.pass.Files {
		if stmt.Pos() < f.FileStart || stmt.Pos() >= f.FileEnd {
			continue
		}
		for _, group := range f.Comments {
			if j.line(group.End()) == j.line(stmt.Pos())-1 {
				return group
			}
		}
	}
	return nil
}
