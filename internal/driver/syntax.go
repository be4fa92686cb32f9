package driver

import (
	"go/ast"
	"go/parser"
	"go/token"
)

// syntax is the syntax of files that is asked for once all packages are analysed, and theirs is let go of.
type syntax struct {
	files map[string]*parsed // by name
}

// A parsed file has the positions of its own file set.
type parsed struct {
	*ast.File // nil if it can't be parsed
	lines     *token.File
}

func (s *syntax) file(name string) *parsed {
	p, ok := s.files[name]
	if !ok {
		p = new(parsed)
		fset := token.NewFileSet()
		if f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution); err == nil {
			p = &parsed{f, fset.File(f.FileStart)}
		}
		s.files[name] = p
	}
	return p
}

// span returns the lines of a node, both ends included.
func (p *parsed) span(n ast.Node) (first, last int) {
	return p.lines.PositionFor(n.Pos(), false).Line, p.lines.PositionFor(n.End(), false).Line
}

// inspect calls visit for the nodes that have a part in the line, those around others first.
func (s *syntax) inspect(name string, line int, visit func(p *parsed, n ast.Node)) {
	p := s.file(name)
	if p.File == nil {
		return
	}
	ast.Inspect(p.File, func(n ast.Node) bool {
		if n == nil {
			return false
		}
		first, last := p.span(n)
		if line < first || last < line {
			return false
		}
		visit(p, n)
		return true
	})
}

// function returns the first and the last line of the innermost function that has a part in a line of the file, the line
// itself if there is none.
func (s *syntax) function(name string, line int) (first, last int) {
	first, last = line, line
	s.inspect(name, line, func(p *parsed, n ast.Node) {
		switch n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			first, last = p.span(n)
		}
	})
	return first, last
}

// lastLine returns the last line of the arguments of the calls in a line, which can stand in further ones: an option of a
// watch, say. Function literals among them are code for itself.
func (s *syntax) lastLine(name string, line int) int {
	last := line
	s.inspect(name, line, func(p *parsed, n ast.Node) {
		call, ok := n.(*ast.CallExpr)
		if !ok || p.lines.PositionFor(call.Lparen, false).Line != line {
			return
		}
		end := call.Rparen
		for _, arg := range call.Args {
			if lit, ok := ast.Unparen(arg).(*ast.FuncLit); ok {
				end = lit.Pos()
				break
			}
		}
		last = max(last, p.lines.PositionFor(end, false).Line)
	})
	return last
}
