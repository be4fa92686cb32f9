package oneshot

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/ctrllint/ctrllint/proofs/internal/flagged"
)

// TestFlagged runs ctrllint over this package, with all categories: it has one finding in every bug, of the category
// that the bug is proven in, and none anywhere else.
func TestFlagged(t *testing.T) {
	t.Parallel()
	want := map[string][]string{}
	for _, p := range proofs {
		want[nameOf(p.bug)] = append(want[nameOf(p.bug)], p.category)
	}
	got := map[string][]string{}
	for _, f := range flagged.Findings(t, "oneshot", "-oneshot.enable=ignored,handover") {
		name := enclosing(t, f.File, f.Line)
		got[name] = append(got[name], f.Category)
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if !slices.Equal(got[name], want[name]) {
			t.Errorf("%s is flagged as %v, want %v", name, got[name], want[name])
		}
		delete(got, name)
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		t.Errorf("%s is flagged as %v, and should not be", name, got[name])
	}
}

// TestTable makes sure that every function of the package that is a bug or a twin is in the table.
func TestTable(t *testing.T) {
	var inTable, declared []string
	for _, p := range proofs {
		if strings.TrimSuffix(nameOf(p.bug), "Bug") != strings.TrimSuffix(nameOf(p.mended), "Mended") {
			t.Errorf("%s and %s are no twins", nameOf(p.bug), nameOf(p.mended))
		}
		inTable = append(inTable, nameOf(p.bug), nameOf(p.mended))
	}
	for _, decl := range parse(t, "handlers.go").Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok && (strings.HasSuffix(fn.Name.Name, "Bug") || strings.HasSuffix(fn.Name.Name, "Mended")) {
			declared = append(declared, fn.Name.Name)
		}
	}
	slices.Sort(inTable)
	slices.Sort(declared)
	if !slices.Equal(inTable, declared) {
		t.Errorf("the table has\n%q\nand the package has\n%q", inTable, declared)
	}
}

var fset = token.NewFileSet()

func parse(t *testing.T, name string) *ast.File {
	t.Helper()
	file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// enclosing returns the name of the function that a line is in.
func enclosing(t *testing.T, name string, line int) string {
	t.Helper()
	for _, decl := range parse(t, name).Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if ok && fset.Position(fn.Pos()).Line <= line && line <= fset.Position(fn.End()).Line {
			return fn.Name.Name
		}
	}
	return "outside of all functions"
}
