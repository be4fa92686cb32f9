package place_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/place"
)

// sources are packages by path, each of one file filter.go, of which the last imports the others.
var sources = []struct{ path, text string }{
	{"lib/reconciler", "package reconciler\n\nfunc Skip() {}\n\n\n\n"},
	{"op/reconciler", "package reconciler\n\ntype Chain struct{}\n\nfunc (Chain) Keep() {}\n\nfunc Own() {}\n"},
	{"op", "package op\n\nimport (\n_ \"lib/reconciler\"\n_ \"op/reconciler\"\n)\n"},
}

func pass(t *testing.T) *analysis.Pass {
	t.Helper()
	fset, known := token.NewFileSet(), importer{}
	for _, s := range sources {
		file, err := parser.ParseFile(fset, s.path+"/filter.go", s.text, 0)
		if err != nil {
			t.Fatal(err)
		}
		known[s.path], err = (&types.Config{Importer: known}).Check(s.path, fset, []*ast.File{file}, nil)
		if err != nil {
			t.Fatal(err)
		}
	}
	return &analysis.Pass{Fset: fset, Pkg: known["op"]}
}

type importer map[string]*types.Package

func (i importer) Import(path string) (*types.Package, error) { return i[path], nil }

// TestNamed looks for places in packages that have names and files in common.
func TestNamed(t *testing.T) {
	pass := pass(t)
	for text, want := range map[string]string{
		"reconciler.Own (filter.go:7)":                "op/reconciler/filter.go:7",
		"reconciler.Chain.Keep (filter.go:5)":         "op/reconciler/filter.go:5",
		"reconciler.Chain.hidden (filter.go:5)":       "op/reconciler/filter.go:5",
		"reconciler.Skip, which fails (filter.go:4),": "lib/reconciler/filter.go:4",
		"reconciler.hidden (filter.go:4)":             "-:0", // of either
		"reconciler.Own (other.go:4)":                 "-:0",
		"elsewhere":                                   "-:0",
	} {
		at := pass.Fset.Position(place.Named(pass, text))
		if at.Filename == "" {
			at.Filename = "-"
		}
		if got := fmt.Sprintf("%s:%d", at.Filename, at.Line); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
