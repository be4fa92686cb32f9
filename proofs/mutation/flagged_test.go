package mutation

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

// TestFlagged runs ctrllint over this package: it has one finding in every bug, of the category
// that the bug is proven in, and none anywhere else.
func TestFlagged(t *testing.T) {
	t.Parallel()
	want := map[string][]string{}
	for _, p := range proofs {
		want[nameOf(p.bug)] = append(want[nameOf(p.bug)], p.category)
	}
	got := map[string][]string{}
	for _, f := range findings(t) {
		name := enclosing(t, f.file, f.line)
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

// TestTable makes sure that every function of the package that is a bug or a twin is in the table.
func TestTable(t *testing.T) {
	var inTable, declared []string
	for _, p := range proofs {
		if strings.TrimSuffix(nameOf(p.bug), "Bug") != strings.TrimSuffix(nameOf(p.mended), "Mended") {
			t.Errorf("%s and %s are no twins", nameOf(p.bug), nameOf(p.mended))
		}
		inTable = append(inTable, nameOf(p.bug), nameOf(p.mended))
	}
	for _, decl := range parse(t, "shop.go").Decls {
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

type finding struct {
	category, file string
	line           int
}

// findings builds ctrllint from the module around this one, and runs it here. What go test remembers of an earlier run
// does not take that module's files into account: after a change there, it has to be asked with -count=1.
func findings(t *testing.T) []finding {
	t.Helper()
	tool := filepath.Join(t.TempDir(), "ctrllint")
	build := exec.Command("go", "build", "-C", filepath.Join("..", ".."), "-o", tool, "./cmd/ctrllint")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", build, err, out)
	}
	cmd := exec.Command(tool, "-json", "./mutation")
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
				if check != "mutation" {
					t.Errorf("%s: finding of another check, %s: %s", f.Posn, check, f.Message)
					continue
				}
				found = append(found, finding{category: f.Category, file: fileOf(t, f.Posn), line: lineOf(t, f.Posn)})
			}
		}
	}
	return found
}

// fileOf and lineOf take file:line:column apart; a file may have colons of its own.
func fileOf(t *testing.T, posn string) string {
	t.Helper()
	parts := strings.Split(posn, ":")
	if len(parts) < 3 {
		t.Fatalf("no position: %q", posn)
	}
	return filepath.Base(strings.Join(parts[:len(parts)-2], ":"))
}

func lineOf(t *testing.T, posn string) int {
	t.Helper()
	parts := strings.Split(posn, ":")
	line, err := strconv.Atoi(parts[max(len(parts)-2, 0)])
	if err != nil {
		t.Fatalf("no line in %q: %v", posn, err)
	}
	return line
}
