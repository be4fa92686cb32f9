package staleread

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestFlagged runs ctrllint over this package: it has one finding in every bug,
// of the category that the bug is proven in, and none anywhere else.
func TestFlagged(t *testing.T) {
	t.Parallel()
	want := map[string][]string{}
	for _, p := range proofs {
		if want[p.bug.name()] != nil {
			t.Errorf("%s is in the table twice", p.bug.name())
		}
		want[p.bug.name()] = []string{p.category}
	}
	got := map[string][]string{}
	spans := functions(t)
	for _, f := range findings(t) {
		name := "outside of all functions"
		for _, s := range spans {
			if s.file == f.file && s.from <= f.line && f.line <= s.to {
				name = s.name
			}
		}
		got[name] = append(got[name], f.category)
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

// TestTable makes sure that every method is in the table, beside its twin, and
// that no category of the check goes without proof.
func TestTable(t *testing.T) {
	var inTable, declared []string
	for _, p := range proofs {
		if strings.TrimSuffix(p.bug.name(), "Bug") != strings.TrimSuffix(p.mended.name(), "Mended") {
			t.Errorf("%s and %s are no twins", p.bug.name(), p.mended.name())
		}
		inTable = append(inTable, p.bug.name(), p.mended.name())
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
		"get", "delete", "list", "lister", "composite", "exists", "retry", "retryblind",
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

// functions lists the functions and methods of this package, tests apart.
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

type finding struct {
	category, file string
	line           int
}

// findings builds ctrllint from the module around this one, and runs it here.
// What go test remembers of an earlier run does not take that module's files
// into account: after a change there, it has to be asked with -count=1.
func findings(t *testing.T) []finding {
	t.Helper()
	tool := filepath.Join(t.TempDir(), "ctrllint")
	build := exec.Command("go", "build", "-C", filepath.Join("..", ".."), "-o", tool, "./cmd/ctrllint")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", build, err, out)
	}
	cmd := exec.Command(tool, "-json", "-staleread.enable=list", "./staleread")
	cmd.Dir = ".."
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatalf("%v: %v", cmd, err) // 1 is for findings, 2 for trouble
	}
	var byPackage map[string]map[string][]struct{ Category, Posn, Message string }
	if err := json.Unmarshal(out, &byPackage); err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, out)
	}
	var found []finding
	for _, byCheck := range byPackage {
		for check, list := range byCheck {
			for _, f := range list {
				if check != "staleread" {
					t.Errorf("%s: finding of another check, %s: %s", f.Posn, check, f.Message)
					continue
				}
				// file:line:column; a file may have colons of its own.
				parts := strings.Split(f.Posn, ":")
				if len(parts) < 3 {
					t.Fatalf("no position: %q", f.Posn)
				}
				line, err := strconv.Atoi(parts[len(parts)-2])
				if err != nil {
					t.Fatalf("no line in %q: %v", f.Posn, err)
				}
				file := filepath.Base(strings.Join(parts[:len(parts)-2], ":"))
				found = append(found, finding{category: f.Category, file: file, line: line})
			}
		}
	}
	return found
}
