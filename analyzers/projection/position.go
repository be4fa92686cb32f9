package projection

import (
	"go/token"
	"go/types"
	"path/filepath"
	"strings"

	"github.com/ctrllint/ctrllint/internal/domain/use"
)

// position returns where a use is. For one in another package, only file and line are known; the positions of what that
// package declares lead to the file. No position if they don't.
func (f *finding) position(u *use.Use) token.Pos {
	if u.Pos().IsValid() {
		return f.name(u.Pos())
	}
	seen := map[*types.Package]bool{}
	var find func(*types.Package) token.Pos
	find = func(p *types.Package) token.Pos {
		if seen[p] {
			return token.NoPos
		}
		seen[p] = true
		if p.Path() == u.Place.Dir || strings.HasSuffix(p.Path(), "/"+u.Place.Dir) || u.Place.Dir == "" {
			if pos := f.line(p, u.Place); pos.IsValid() {
				return pos
			}
		}
		for _, imp := range p.Imports() {
			if pos := find(imp); pos.IsValid() {
				return pos
			}
		}
		return token.NoPos
	}
	return find(f.pass.Pkg)
}

// line returns the start of a line in a file of which something is declared by the package.
func (f *finding) line(p *types.Package, place use.Place) token.Pos {
	for _, name := range p.Scope().Names() {
		obj := p.Scope().Lookup(name)
		candidates := []types.Object{obj}
		if named, ok := obj.Type().(*types.Named); ok {
			for m := range named.Methods() {
				candidates = append(candidates, m)
			}
		}
		for _, c := range candidates {
			file := f.pass.Fset.File(c.Pos())
			if file != nil && filepath.Base(file.Name()) == place.File && place.Line <= file.LineCount() {
				return file.LineStart(place.Line)
			}
		}
	}
	return token.NoPos
}
