package kind_test

import (
	"fmt"
	"go/constant"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/fixture"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
)

// TestObjects compares what the finder finds with what the fixture says it is, at each call of Denotes, from the first
// function to the last and back.
func TestObjects(t *testing.T) {
	calls := 0
	check := &analysis.Analyzer{
		Name:     "denotes",
		Doc:      "compare kinds with what the source says",
		Requires: []*analysis.Analyzer{ir.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			lazy := pass.ResultOf[ir.Analyzer].(*ir.Package)
			fns := slices.Clone(lazy.Functions())
			for range 2 {
				finder := kind.NewFinder(lazy, new(flow.Solver))
				for _, fn := range fns {
					for call, want := range denotes(fn) {
						calls++
						if got := describe(finder.Objects(call.Call.Args[0])); got != want {
							t.Errorf("%s: %q, want %q", pass.Fset.Position(call.Pos()), got, want)
						}
					}
				}
				slices.Reverse(fns)
			}
			return nil, nil
		},
	}
	fixture.Run(t, check, fixture.Packages(t, "cr025", "./projection/kinds"))
	if calls < 2*30 {
		t.Errorf("only %d calls of Denotes were looked at", calls)
	}
}

func denotes(fn *ssa.Function) map[*ssa.Call]string {
	found := map[*ssa.Call]string{}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok {
				if callee := call.Call.StaticCallee(); callee != nil && callee.Name() == "Denotes" {
					found[call] = constant.StringVal(call.Call.Args[1].(*ssa.Const).Value)
				}
			}
		}
	}
	return found
}

func describe(sources []kind.Source) string {
	var all []string
	for _, s := range sources {
		text := s.Projection.String() + " " + s.Kind.String()
		if !s.Kind.Known() {
			text += "?"
		}
		if s.List {
			text += " list"
		}
		if s.Hole.Of != kind.NoHole {
			text += fmt.Sprintf(" of %s parameter %d", [...]string{"", "object", "kind", "type", "name"}[s.Hole.Of], s.Hole.Index)
		}
		all = append(all, text)
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), ", ")
}
