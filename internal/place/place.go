// Package place finds what stands at positions, and positions in the packages that a package imports. Facts have no
// positions, but file and line; what the packages declare leads to the files.
package place

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// Compare puts places in the order of the source, whatever the order is in which files are read and functions declared.
func Compare(fset *token.FileSet, a, b token.Pos) int {
	x, y := fset.Position(a), fset.Position(b)
	return cmp.Or(cmp.Compare(x.Filename, y.Filename), cmp.Compare(x.Line, y.Line), cmp.Compare(x.Column, y.Column))
}

// Related are the places that a finding rests on.
type Related []analysis.RelatedInformation

// Add adds a place, if it is one, with what there is, once.
func (r *Related) Add(pos token.Pos, format string, args ...any) {
	at := analysis.RelatedInformation{Pos: pos, Message: fmt.Sprintf(format, args...)}
	if pos.IsValid() && !slices.Contains(*r, at) {
		*r = append(*r, at)
	}
}

// Find returns the position of a line in a file, named without folder, of the first package for which in is true, among
// the pass's own and all that it imports, directly or not. No position if none declares anything in such a file.
func Find(pass *analysis.Pass, in func(*types.Package) bool, file string, line int) token.Pos {
	for p := range kube.Imported(pass.Pkg) {
		if in(p) {
			if pos := lineIn(pass.Fset, p, file, line); pos.IsValid() {
				return pos
			}
		}
	}
	return token.NoPos
}

// named matches what tells of a place in another package: its function, and in parentheses file and line.
var named = regexp.MustCompile(`^(\w+)\.((?:\w+\.)?\w+).* \(([^()/]+\.go):(\d+)\),?$`)

// Named returns the position of a place in another package that a text tells of, such as "store.Store.Put (put.go:12)".
// No position if the text is none of these, the file can't be found, or it can't be told which of several packages of one
// name with such a file has the function.
func Named(pass *analysis.Pass, text string) token.Pos {
	parts := named.FindStringSubmatch(text)
	if parts == nil {
		return token.NoPos
	}
	name, function, file := parts[1], parts[2], parts[3]
	line, err := strconv.Atoi(parts[4])
	if err != nil || line < 1 {
		return token.NoPos
	}
	var having, declaring []*types.Package
	for p := range kube.Imported(pass.Pkg) {
		if p == pass.Pkg || p.Name() != name || fileOf(pass.Fset, p, file) == nil {
			continue
		}
		having = append(having, p)
		if obj := declared(p, function); obj != nil && isIn(pass.Fset, obj, file) {
			declaring = append(declaring, p)
		}
	}
	switch {
	case len(declaring) == 1:
		return lineIn(pass.Fset, declaring[0], file, line)
	case len(declaring) == 0 && len(having) == 1: // importers aren't told of all that isn't exported
		return lineIn(pass.Fset, having[0], file, line)
	}
	return token.NoPos
}

// declared returns the function, or method of a type, by a name; nil if the package has none, or it isn't known.
func declared(p *types.Package, name string) types.Object {
	first, method, isMethod := strings.Cut(name, ".")
	obj := p.Scope().Lookup(first)
	if obj == nil || !isMethod {
		return obj
	}
	if found, _, _ := types.LookupFieldOrMethod(obj.Type(), true, p, method); found != nil {
		return found
	}
	return obj
}

// isIn tells whether an object is declared in a file, named without folder.
func isIn(fset *token.FileSet, obj types.Object, name string) bool {
	file := fset.File(obj.Pos())
	return file != nil && filepath.Base(file.Name()) == name
}

// fileOf returns a file of which something is declared by the package; nil if there is none by the name.
func fileOf(fset *token.FileSet, p *types.Package, name string) *token.File {
	for _, declared := range p.Scope().Names() {
		obj := p.Scope().Lookup(declared)
		candidates := []types.Object{obj}
		if named, ok := obj.Type().(*types.Named); ok {
			for m := range named.Methods() {
				candidates = append(candidates, m)
			}
		}
		if i := slices.IndexFunc(candidates, func(c types.Object) bool { return isIn(fset, c, name) }); i >= 0 {
			return fset.File(candidates[i].Pos())
		}
	}
	return nil
}

// lineIn returns the start of a line in a file of which something is declared by the package.
func lineIn(fset *token.FileSet, p *types.Package, name string, line int) token.Pos {
	file := fileOf(fset, p, name)
	if file == nil {
		return token.NoPos
	}
	if line > file.LineCount() {
		file = longer(fset, file.Name(), line)
	}
	for n := range file.LineCount() { // line directives may have moved it
		start := file.LineStart(n + 1)
		if p := fset.Position(start); p.Line == line && filepath.Base(p.Filename) == name {
			return start
		}
	}
	return token.NoPos
}

// longer adds a file with this many lines: one that is known by export data ends, for the file set, at the last line
// with something declared that importers may see. The lines are empty, since a position needs no more.
func longer(fset *token.FileSet, name string, lines int) *token.File {
	file := fset.AddFile(name, -1, lines)
	starts := make([]int, lines)
	for i := range starts {
		starts[i] = i
	}
	file.SetLines(starts)
	return file
}
