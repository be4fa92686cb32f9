package analyzers_test

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/ctrllint/ctrllint/analyzers"
	"github.com/ctrllint/ctrllint/internal/fixture"
)

// load loads the packages of a fixture module, their dependencies from export data.
func load(t *testing.T, patterns ...string) []*packages.Package {
	t.Helper()
	pkgs, err := fixture.Load(fixture.Module(t, "cr025"), patterns...)
	if err != nil {
		t.Fatal(err)
	}
	return pkgs
}

// findings runs all checks and returns what they report, in the order of packages and reports.
func findings(t *testing.T, pkgs []*packages.Package) []string {
	t.Helper()
	return findingsOf(t, analyzers.All(), pkgs)
}

func findingsOf(t *testing.T, checks []*analysis.Analyzer, pkgs []*packages.Package) []string {
	t.Helper()
	g, err := checker.Analyze(checks, pkgs, &checker.Options{SanityCheck: true})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, act := range g.Roots {
		if act.Err != nil {
			t.Errorf("%v: %v", act, act.Err)
		}
		for _, d := range act.Diagnostics {
			line := act.Package.Fset.Position(d.Pos).String() + ": " + d.Message
			for _, r := range d.Related {
				line += "\n\t" + act.Package.Fset.Position(r.Pos).String() + ": " + r.Message
			}
			out = append(out, line)
		}
	}
	return out
}

// The order of the files of a package, and of the packages, changes nothing.
func TestOrder(t *testing.T) {
	pkgs := load(t, "./...")
	want := findings(t, pkgs)
	if len(want) == 0 {
		t.Fatal("nothing found")
	}
	for _, p := range pkgs {
		slices.Reverse(p.Syntax)
	}
	slices.Reverse(pkgs)
	got := findings(t, pkgs)
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("found\n%s\nand in another order\n%s", strings.Join(want, "\n"), strings.Join(got, "\n"))
	}
}

// No change of the sources that still compiles makes a check panic or err.
func TestMutations(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	analysed := 0
	for _, p := range load(t, "./tombstone/...") {
		for n := range p.Syntax {
			for range 6 {
				if m := mutant(t, p, n, random); m != nil {
					analysed++
					findings(t, []*packages.Package{m})
				}
			}
		}
	}
	t.Logf("%d mutants analysed", analysed)
	if analysed < 50 {
		t.Errorf("only %d mutants compiled", analysed)
	}
}

// mutant returns the package with a few changes in file n, nil if it doesn't compile so.
func mutant(t *testing.T, p *packages.Package, n int, random *rand.Rand) *packages.Package {
	t.Helper()
	fset := token.NewFileSet()
	var files []*ast.File
	for i, f := range p.Syntax {
		var src bytes.Buffer
		if err := format.Node(&src, p.Fset, f); err != nil {
			t.Fatal(err)
		}
		parsed, err := parser.ParseFile(fset, p.CompiledGoFiles[i], src.Bytes(), parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, parsed)
	}
	for range 1 + random.IntN(2) {
		mutate(files[n], random)
	}
	m := *p
	m.Fset, m.Syntax = fset, files
	m.TypesInfo = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{},
	}
	wrong := false
	conf := types.Config{Sizes: p.TypesSizes, Importer: importer(p.Imports), Error: func(err error) { wrong = wrong || !unused(err) }}
	m.Types, _ = conf.Check(p.PkgPath, fset, files, m.TypesInfo)
	if wrong {
		return nil
	}
	return &m
}

// unused tells whether a type error is about something that is not used, which harms no analysis.
func unused(err error) bool {
	return strings.Contains(err.Error(), "declared and not used") || strings.Contains(err.Error(), "imported and not used")
}

type importer map[string]*packages.Package

func (i importer) Import(path string) (*types.Package, error) { return i[path].Types, nil }

// mutate drops a statement or negates a condition.
func mutate(f *ast.File, random *rand.Rand) {
	var blocks []*ast.BlockStmt
	var ifs []*ast.IfStmt
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			if len(n.List) > 0 {
				blocks = append(blocks, n)
			}
		case *ast.IfStmt:
			ifs = append(ifs, n)
		}
		return true
	})
	if len(ifs) > 0 && random.IntN(3) == 0 {
		i := ifs[random.IntN(len(ifs))]
		i.Cond = &ast.UnaryExpr{Op: token.NOT, X: &ast.ParenExpr{X: i.Cond}}
		return
	}
	if len(blocks) > 0 {
		b := blocks[random.IntN(len(blocks))]
		n := random.IntN(len(b.List))
		b.List = slices.Delete(b.List, n, n+1)
	}
}
