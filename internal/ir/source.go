package ir

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/diag"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Files returns the files of the package: without its tests, unless a check judges tests.
func (p *Package) Files() []*ast.File {
	if p.tests {
		return p.pass.Files
	}
	var files []*ast.File
	for _, f := range p.pass.Files {
		if !strings.HasSuffix(p.pass.Fset.File(f.FileStart).Name(), "_test.go") {
			files = append(files, f)
		}
	}
	return files
}

// Generated tells whether a function is declared in a generated file.
func (p *Package) Generated(fn *ssa.Function) bool {
	p.marking.Do(func() { p.made = generated(p.pass) })
	return p.made(fn.Pos())
}

// generated returns a function that tells whether a position is in a generated file.
func generated(pass *analysis.Pass) func(token.Pos) bool {
	var files []*ast.File
	for _, f := range pass.Files {
		if diag.Generated(pass.Fset, f) {
			files = append(files, f)
		}
	}
	return func(pos token.Pos) bool {
		return slices.ContainsFunc(files, func(f *ast.File) bool { return f.FileStart <= pos && pos < f.FileEnd })
	}
}

// Owned tells whether the package is the user's: it has files, and belongs to the main module or, where the driver
// doesn't know modules, is none of the libraries.
func Owned(pass *analysis.Pass) bool {
	if len(pass.Files) == 0 {
		return false
	}
	if m := pass.Module; m != nil && m.Path != "" {
		return m.Version == ""
	}
	return !kube.IsLibrary(pass.Pkg.Path())
}
