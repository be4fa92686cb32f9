package diag

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// testImports are the packages that only tests, and helpers for them, import.
var testImports = []string{`"testing"`, `"github.com/onsi/gomega"`, `"github.com/onsi/ginkgo"`, `"github.com/onsi/ginkgo/v2"`}

// IsTest tells whether a file is for tests: as its name says, or what it imports.
func IsTest(fset *token.FileSet, f *ast.File) bool {
	return strings.HasSuffix(fset.File(f.FileStart).Name(), "_test.go") ||
		slices.ContainsFunc(f.Imports, func(spec *ast.ImportSpec) bool { return slices.Contains(testImports, spec.Path.Value) })
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
