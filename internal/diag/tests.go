package diag

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// IsTest tells whether a file is for tests: as its name says, or what it imports.
func IsTest(fset *token.FileSet, f *ast.File) bool {
	return strings.HasSuffix(fset.File(f.FileStart).Name(), "_test.go") ||
		slices.ContainsFunc(f.Imports, func(spec *ast.ImportSpec) bool {
			path, err := strconv.Unquote(spec.Path.Value)
			return err == nil && kube.IsTestImport(path)
		})
}

// IsTestCode tells whether the package is for tests: as its path says, or most of its files. A controller may have a file
// with helpers for its tests.
func IsTestCode(pass *analysis.Pass) bool {
	all, tests := 0, 0
	for _, f := range pass.Files {
		switch {
		case strings.HasSuffix(pass.Fset.File(f.FileStart).Name(), "_test.go"):
			continue
		case IsTest(pass.Fset, f):
			tests++
		}
		all++
	}
	return 2*tests > all || InFolder(pass, kube.IsTestFolder)
}

// InFolder tells whether one of the folders of the package, below its module, is of that sort.
func InFolder(pass *analysis.Pass, is func(string) bool) bool {
	module := ""
	if pass.Module != nil {
		module = pass.Module.Path
	}
	return slices.ContainsFunc(kube.Folders(pass.Pkg.Path(), module), is)
}
