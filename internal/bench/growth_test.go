package main

import (
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/ctrllint/ctrllint/analyzers"
	"github.com/ctrllint/ctrllint/internal/bench/cpu"
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

// Four times the size takes at most about four times the CPU time, for families in which much hangs on each write of one
// object. What they cost is not all counted in steps.
func TestTime(t *testing.T) {
	base, err := family.Base(fixture.Module(t, "cr025"))
	if err != nil {
		t.Fatal(err)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // what it collects hangs on more than the work that there is
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(1 << 30))
	cost := func(f family.Family, n int) time.Duration {
		p, err := family.Package(base, f, n)
		if err != nil {
			t.Fatal(err)
		}
		runtime.GC()
		start := cpu.Time()
		if _, err := checker.Analyze(analyzers.All(), []*packages.Package{p}, nil); err != nil {
			t.Fatal(err)
		}
		return cpu.Time() - start
	}
	for _, f := range family.All() {
		if !slices.Contains([]string{"branches", "cases", "gotos", "validated"}, f.Name) {
			continue
		}
		cost(f, 1) // reads the types of the libraries
		small, large := cost(f, 4*f.Size), cost(f, 16*f.Size)
		if large > 8*small { // once more: the machine has other things to do
			small, large = max(small, cost(f, 4*f.Size)), min(large, cost(f, 16*f.Size))
		}
		if large > 8*small {
			t.Errorf("%s: %s, of %d take %v, of %d %v", f.Name, f.Doc, 4*f.Size, small, 16*f.Size, large)
		}
	}
}
