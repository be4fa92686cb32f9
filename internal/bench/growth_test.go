package main

import (
	"reflect"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/ctrllint/ctrllint/analyzers"
	"github.com/ctrllint/ctrllint/internal/bench/family"
	"github.com/ctrllint/ctrllint/internal/fixture"
	"github.com/ctrllint/ctrllint/internal/model"
)

// stepping is the number of steps that all checks take on a package.
var stepping = &analysis.Analyzer{
	Name: "stepping", Doc: "count steps", ResultType: reflect.TypeFor[int](),
	Requires: append(analyzers.All(), model.Analyzer),
	Run: func(pass *analysis.Pass) (any, error) {
		return pass.ResultOf[model.Analyzer].(*model.Package).Steps(), nil
	},
}

// superlinear are the families on which twice the size takes more than about twice the steps, and how many times as many:
// an operation that hangs on n parameters is handed on n times.
var superlinear = map[string]float64{"passed": 2.8}

// Twice the size takes at most about twice the steps.
func TestGrowth(t *testing.T) {
	base, err := family.Base(fixture.Module(t, "cr025"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range family.All() {
		var taken []int
		atMost := max(2.3, superlinear[f.Name])
		for i := range family.Doublings + 1 {
			p, err := family.Package(base, f, f.Size<<i)
			if err != nil {
				t.Fatal(err)
			}
			g, err := checker.Analyze([]*analysis.Analyzer{stepping}, []*packages.Package{p}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := g.Roots[0].Err; err != nil {
				t.Fatal(err)
			}
			taken = append(taken, g.Roots[0].Result.(int))
			worst := 0.0
			if i > 0 {
				worst = float64(taken[i]) / float64(taken[i-1])
			}
			if worst > atMost {
				t.Errorf("%s: %s, at twice the size, take %.2f times as many steps: %v", f.Name, f.Doc, worst, taken)
			}
		}
		if taken[0] == 0 {
			t.Errorf("%s take no steps", f.Doc)
		}
	}
}
