package place

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
)

// A Syntax finds the syntax at positions in some files, of which it indexes those that are asked for.
type Syntax struct {
	files []*ast.File
	roots map[*ast.File]inspector.Cursor
}

// NewSyntax returns the Syntax of the files of a pass.
func NewSyntax(files []*ast.File) *Syntax {
	return &Syntax{files: files, roots: map[*ast.File]inspector.Cursor{}}
}

// File returns the cursor of the file that a position is in; false if it is in none.
func (s *Syntax) File(pos token.Pos) (inspector.Cursor, bool) {
	for _, f := range s.files {
		if f.FileStart <= pos && pos < f.FileEnd {
			if _, ok := s.roots[f]; !ok {
				s.roots[f] = inspector.New([]*ast.File{f}).Root()
			}
			return s.roots[f], true
		}
	}
	return inspector.Cursor{}, false
}

// Enclosing returns the cursor of the innermost node from one position to another; false if no file has them.
func (s *Syntax) Enclosing(pos, end token.Pos) (inspector.Cursor, bool) {
	file, ok := s.File(pos)
	if !ok {
		return inspector.Cursor{}, false
	}
	return file.FindByPos(pos, end)
}

// Widen makes a diagnostic at a call's parenthesis, or name, one of the whole call.
func (s *Syntax) Widen(d analysis.Diagnostic) analysis.Diagnostic {
	if call := s.Call(d.Pos); call != nil {
		d.Pos, d.End = call.Pos(), call.End()
	}
	return d
}

// Call returns the call whose opening parenthesis, or name, is at the position; nil if there is none.
func (s *Syntax) Call(pos token.Pos) *ast.CallExpr {
	c, ok := s.Enclosing(pos, pos)
	if !ok {
		return nil
	}
	for c := range c.Enclosing((*ast.CallExpr)(nil)) {
		if call := c.Node().(*ast.CallExpr); call.Lparen == pos || call.Pos() == pos {
			return call
		}
	}
	return nil
}
