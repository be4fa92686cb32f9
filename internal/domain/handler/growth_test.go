package handler_test

import (
	"fmt"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/ctrllint/ctrllint/internal/bench/family"
	"github.com/ctrllint/ctrllint/internal/fixture"
	"github.com/ctrllint/ctrllint/internal/model"
	"github.com/ctrllint/ctrllint/internal/scenario"
)

// steps executes the handlers of a package on an object and on tombstones, looks for the work that its event functions
// come to, and returns how many steps that took.
func steps(t *testing.T, p *packages.Package) (taken int) {
	t.Helper()
	check := &analysis.Analyzer{
		Name: "steps", Doc: "count steps",
		Requires: []*analysis.Analyzer{model.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			m := pass.ResultOf[model.Analyzer].(*model.Package)
			executions, works := m.Scenario, m.Work
			if executions == nil || works == nil {
				return nil, fmt.Errorf("nothing to look at")
			}
			for _, h := range m.Handlers.List {
				for _, fn := range h.Delete {
					for _, arg := range []scenario.Value{scenario.TheTombstone, scenario.EmptyTombstone, scenario.TheObject} {
						executions.Run(fn, arg, h.Site)
					}
				}
			}
			for _, e := range m.Events.List {
				works.From(e.Func.Fn)
			}
			taken = m.Steps()
			return nil, nil
		},
	}
	g, err := checker.Analyze([]*analysis.Analyzer{check}, []*packages.Package{p}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Roots[0].Err; err != nil {
		t.Fatal(err)
	}
	return taken
}

// TestGrowth counts steps at doubling sizes.
func TestGrowth(t *testing.T) {
	base, err := family.Base(fixture.Module(t, "cr025"))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{"assertions": true, "unwrap": true, "work": true,
		"forks": true, "returns": true, "circle": true, "handlers": true, "passed": true, "steps": true}
	for _, f := range family.All() {
		if !want[f.Name] {
			continue
		}
		delete(want, f.Name)
		var taken []int
		for _, n := range []int{20, 40, 80, 160} {
			p, err := family.Package(base, f, n)
			if err != nil {
				t.Fatal(err)
			}
			taken = append(taken, steps(t, p))
		}
		for i := 1; i < 4; i++ {
			if taken[i]*10 > taken[i-1]*23 {
				t.Errorf("%s: %d steps", f.Name, taken)
				break
			}
		}
	}
	if len(want) > 0 {
		t.Errorf("there is no family %v", want)
	}
}
