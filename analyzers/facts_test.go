package analyzers_test

import (
	"bytes"
	"go/types"
	"slices"
	"sync/atomic"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/ctrllint/ctrllint/analyzers"
	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/fixture"
	"github.com/ctrllint/ctrllint/internal/ir"
)

// Facts are looked up during the pass of the analyzer that owns them. When others ask for more later, it has them.
func TestFactsInTime(t *testing.T) {
	pkgs := load(t, "cr025", "./staleread/rests/...", "./staleread/crosspkg/...", "./staleread/hidden/...", "./tombstone/multi/...", "./tombstone/rests/...", "./oneshot/multi/...", "./projection/secrets/...")
	checks := analyzers.New(config.New(true))
	want := findings(t, pkgs, checks...)
	var imported atomic.Int64
	inTime(t, checks, map[*analysis.Analyzer]bool{}, &imported)
	if got := findings(t, pkgs, checks...); !slices.Equal(got, want) {
		t.Errorf("%d findings, want %d", len(got), len(want))
	}
	if imported.Load() == 0 {
		t.Error("no facts were looked up")
	}
}

// Where it is known which functions other packages come to, there are facts of these only, and the findings are the same.
func TestFactsOfReached(t *testing.T) {
	pkgs := load(t, "cr025", "./...")
	infos := map[*types.Package]*types.Info{}
	for _, p := range pkgs {
		infos[p.Types] = p.TypesInfo
	}
	all, some := config.New(true), config.New(true)
	some.Reach(ir.Reached(infos))
	var found [2][]string
	var facts [2]atomic.Int64
	for i, settings := range []*config.Settings{all, some} {
		checks := analyzers.New(settings)
		counting(checks, map[*analysis.Analyzer]bool{}, &facts[i])
		found[i] = findings(t, pkgs, checks...)
	}
	if !slices.Equal(found[0], found[1]) {
		t.Errorf("%d findings, want %d", len(found[1]), len(found[0]))
		for _, f := range found[0] {
			if !slices.Contains(found[1], f) {
				t.Log("missing: ", f)
			}
		}
	}
	if n, m := facts[1].Load(), facts[0].Load(); n == 0 || n >= m/2 {
		t.Errorf("%d facts of functions, of %d", n, m)
	}
}

// Where it is known which functions other packages come to, an option of a package that is never given changes nothing.
func TestOptionsNotGiven(t *testing.T) {
	pkgs := load(t, "cr025", "./tombstone/keyfield/...")
	program := slices.IndexFunc(pkgs, func(p *packages.Package) bool { return p.Name == "main" })
	library := slices.IndexFunc(pkgs, func(p *packages.Package) bool { return p.Name == "counts" })
	files, err := fixture.Files(pkgs[program])
	if err != nil {
		t.Fatal(err)
	}
	without := bytes.ReplaceAll(files[0].Text, []byte(", counts.WithKeyFunc(cache.DeletionHandlingMetaNamespaceKeyFunc)"), nil)
	for _, test := range []struct {
		text []byte
		want int
	}{{files[0].Text, 0}, {without, 1}} {
		main, err := fixture.Check(pkgs[program], []fixture.File{{Name: files[0].Name, Text: test.text}})
		if err != nil {
			t.Fatal(err)
		}
		settings := config.New(true)
		settings.Reach(ir.Reached(map[*types.Package]*types.Info{main.Types: main.TypesInfo, pkgs[library].Types: pkgs[library].TypesInfo}))
		if got := findings(t, []*packages.Package{pkgs[library]}, analyzers.New(settings)...); len(got) != test.want {
			t.Errorf("%d findings, want %d: %v", len(got), test.want, got)
		}
	}
}

// counting makes the passes of the analyzers, and of those that they require, count the facts of objects.
func counting(list []*analysis.Analyzer, done map[*analysis.Analyzer]bool, facts *atomic.Int64) {
	for _, a := range list {
		if done[a] {
			continue
		}
		done[a] = true
		counting(a.Requires, done, facts)
		run := a.Run
		a.Run = func(pass *analysis.Pass) (any, error) {
			export := pass.ExportObjectFact
			pass.ExportObjectFact = func(obj types.Object, f analysis.Fact) {
				facts.Add(1)
				export(obj, f)
			}
			return run(pass)
		}
	}
}

// inTime makes the passes of the analyzers, and of those that they require, object to lookups after their end.
func inTime(t *testing.T, list []*analysis.Analyzer, done map[*analysis.Analyzer]bool, imported *atomic.Int64) {
	for _, a := range list {
		if done[a] {
			continue
		}
		done[a] = true
		inTime(t, a.Requires, done, imported)
		run := a.Run
		a.Run = func(pass *analysis.Pass) (any, error) {
			var over atomic.Bool
			defer over.Store(true)
			object, pkg := pass.ImportObjectFact, pass.ImportPackageFact
			check := func(what string) {
				if over.Load() {
					t.Errorf("%s on %s: a fact about %s is looked up when the pass is over", a.Name, pass.Pkg.Path(), what)
				}
				imported.Add(1)
			}
			pass.ImportObjectFact = func(obj types.Object, f analysis.Fact) bool {
				check(obj.String())
				return object(obj, f)
			}
			pass.ImportPackageFact = func(p *types.Package, f analysis.Fact) bool {
				check(p.Path())
				return pkg(p, f)
			}
			return run(pass)
		}
	}
}
