package tombstone

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ctrllint/ctrllint/proofs/internal/flagged"
)

// TestFlagged runs ctrllint over this package: it has one finding in every bug,
// of the category that the bug is proven in, be it on by default or not, and none anywhere else.
func TestFlagged(t *testing.T) {
	t.Parallel()
	want := map[string][]string{}
	for _, p := range proofs {
		if want[p.bug.name] != nil {
			t.Errorf("%s is in the table twice", p.bug.name)
		}
		want[p.bug.name] = []string{p.category}
	}
	got := map[string][]string{}
	spans := functions(t)
	for _, f := range flagged.Findings(t, "tombstone", "-tombstone.enable=inner") {
		name := "outside of all functions"
		for _, s := range spans {
			if s.file == f.File && s.from <= f.Line && f.Line <= s.to {
				name = s.name
			}
		}
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

// TestTable makes sure that every handler is in the table, beside its twin, and
// that no category of the check goes without proof.
func TestTable(t *testing.T) {
	var inTable, declared []string
	for _, p := range proofs {
		if strings.TrimSuffix(p.bug.name, "Bug") != strings.TrimSuffix(p.mended.name, "Mended") {
			t.Errorf("%s and %s are no twins", p.bug.name, p.mended.name)
		}
		inTable = append(inTable, p.bug.name, p.mended.name)
	}
	for _, s := range functions(t) {
		if strings.HasSuffix(s.name, "Bug") || strings.HasSuffix(s.name, "Mended") {
			declared = append(declared, s.name)
		}
	}
	slices.Sort(inTable)
	slices.Sort(declared)
	if !slices.Equal(inTable, declared) {
		t.Errorf("the table has\n%q\nand the package has\n%q", inTable, declared)
	}
	for _, category := range []string{
		"panic", "nilderef", "lost", "key", "filter", "pointer", "wrongunwrap", "inner", "optional",
	} {
		if !slices.ContainsFunc(proofs, func(p proof) bool { return p.category == category }) {
			t.Errorf("nothing proves %s", category)
		}
	}
}

type span struct {
	file, name string
	from, to   int
}

// functions lists the functions of this package, tests apart.
func functions(t *testing.T) []span {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var spans []span
	fset := token.NewFileSet()
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok {
				spans = append(spans, span{
					file: name,
					name: fn.Name.Name,
					from: fset.Position(fn.Pos()).Line,
					to:   fset.Position(fn.End()).Line,
				})
			}
		}
	}
	return spans
}
