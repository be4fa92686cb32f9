package projection

import (
	"bytes"
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
	"sync"
	"testing"
)

// TestFlagged runs ctrllint over this package: it has one finding in every bug, of the category that the bug is proven
// in, and none anywhere else.
func TestFlagged(t *testing.T) {
	var byPackage map[string]map[string][]struct{ Category, Posn, Message string }
	if err := json.Unmarshal(ctrllint(t, "..", "-json", "-checks=projection", "./projection"), &byPackage); err != nil {
		t.Fatal(err)
	}
	got := map[string][]string{}
	spans := methods(t)
	for _, byCheck := range byPackage {
		for _, list := range byCheck {
			for _, f := range list {
				got[spans.at(t, f.Posn)] = append(got[spans.at(t, f.Posn)], f.Category)
			}
		}
	}
	for _, p := range proofs {
		var want []string
		if p.category != "" {
			want = []string{p.category}
		}
		if !slices.Equal(got[p.name], want) {
			t.Errorf("%s is flagged as %v, want %v", p.name, got[p.name], want)
		}
		delete(got, p.name)
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		t.Errorf("%s is flagged as %v, and should not be", name, got[name])
	}
}

// TestTable makes sure that every controller is in the table, beside its twin, and that no category of the check goes
// without proof.
func TestTable(t *testing.T) {
	inTable, declared := map[string]bool{}, map[string]bool{}
	categories := map[string]bool{}
	for _, p := range proofs {
		inTable[p.name] = true
		categories[p.category] = true
		if strings.HasSuffix(p.name, "Bug") != (p.category != "") {
			t.Errorf("%s has category %q", p.name, p.category)
		}
	}
	for _, s := range methods(t) {
		if strings.HasSuffix(s.name, "Bug") || strings.HasSuffix(s.name, "Mended") {
			declared[s.name] = true
		}
	}
	if !maps.Equal(inTable, declared) {
		t.Errorf("the table has\n%q\nand the package has\n%q", slices.Sorted(maps.Keys(inTable)), slices.Sorted(maps.Keys(declared)))
	}
	if !categories["metadata"] || !categories["unstructured"] {
		t.Error("not every category is proven")
	}
}

// TestInformers compares the table that ctrllint prints of this package with the informers that the real cache makes,
// which TestProofs counts.
func TestInformers(t *testing.T) {
	got := map[string][]string{}
	for _, p := range informers(t, "..", "./projection") {
		for _, i := range p.Informers {
			got[i.Type] = append(got[i.Type], i.Projection)
			if twice := len(i.Uses) > 0 && slices.ContainsFunc(proofs, func(p proof) bool { return p.kind.Kind == i.Type && len(p.want) > 1 }); i.Conflict != twice {
				t.Errorf("conflict of %s is %v, want %v", i.Type, i.Conflict, twice)
			}
		}
	}
	for _, p := range proofs {
		slices.Sort(got[p.kind.Kind])
		if !slices.Equal(got[p.kind.Kind], p.want) {
			t.Errorf("%s: the table has %v, the cache %v", p.kind.Kind, got[p.kind.Kind], p.want)
		}
		delete(got, p.kind.Kind)
	}
	if len(got) > 0 {
		t.Errorf("the table has informers that there are not: %v", got)
	}
}

// A program is an entry of what ctrllint -informers -json prints.
type program struct {
	Informers []struct {
		Package, Type, Projection string
		Conflict                  bool
		Uses                      []struct{ Place string }
	}
}

func informers(t *testing.T, dir string, patterns ...string) []program {
	t.Helper()
	var out struct{ Programs []program }
	if err := json.Unmarshal(ctrllint(t, dir, append([]string{"-informers", "-f=json"}, patterns...)...), &out); err != nil {
		t.Fatal(err)
	}
	return out.Programs
}

// TestMain removes what build leaves.
func TestMain(m *testing.M) {
	code := m.Run()
	if built != "" {
		os.RemoveAll(built)
	}
	os.Exit(code)
}

var built string // the folder with the tool

// build builds ctrllint from the module around this one, once. What go test remembers of an earlier run does not take
// that module's files into account: after a change there, it has to be asked with -count=1.
var build = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "ctrllint")
	if err != nil {
		return "", err
	}
	built = dir
	tool := filepath.Join(dir, "ctrllint")
	out, err := exec.Command("go", "build", "-C", filepath.Join("..", ".."), "-o", tool, "./cmd/ctrllint").CombinedOutput()
	if err != nil {
		return "", errors.New(string(out))
	}
	return tool, nil
})

func ctrllint(t *testing.T, dir string, args ...string) []byte {
	t.Helper()
	tool, err := build()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(tool, args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatalf("%v: %v\n%s", cmd, err, &stderr) // 1 is for findings, 2 for trouble
	}
	return out
}

type span struct {
	file, name string
	from, to   int
}

type spans []span

// at returns the type whose method is at a position (file:line:column).
func (s spans) at(t *testing.T, posn string) string {
	t.Helper()
	parts := strings.Split(posn, ":")
	line, err := strconv.Atoi(parts[len(parts)-2])
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Base(strings.Join(parts[:len(parts)-2], ":"))
	for _, span := range s {
		if span.file == file && span.from <= line && line <= span.to {
			return span.name
		}
	}
	return posn
}

// methods lists the methods of this package by their types, tests apart.
func methods(t *testing.T) spans {
	t.Helper()
	const name = "reconcilers.go"
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var out spans
	for _, decl := range file.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || fn.Recv == nil {
			continue
		}
		recv := fn.Recv.List[0].Type
		if star, ok := recv.(*ast.StarExpr); ok {
			recv = star.X
		}
		out = append(out, span{name, recv.(*ast.Ident).Name, fset.Position(fn.Pos()).Line, fset.Position(fn.End()).Line})
	}
	return out
}
