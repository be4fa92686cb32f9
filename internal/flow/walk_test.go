package flow_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/fixture"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
)

const walked = `package walked

type object struct{ A, B part }
type part struct{ N int }

func plain(o *object)    { o.A.N = 1 }
func named(o *object)    { p := o; func() { p.B.N = 1 }() }
func phi(o *object)      { p := &o.A; if o == nil { p = &o.B }; p.N = 1 }
func elsewhere()         { shared.A.N = 1 }

var shared object
`

// A walk goes through each part of an object once, under all of its names, and no further than it may.
func TestWalk(t *testing.T) {
	pkg := fixture.Analyze(t, "cr025", "./oneshot/runtime", map[string]string{"walked": walked}, ir.Analyzer)["walked"].(*ir.Package)
	paths := func(name string, with flow.Walk) string {
		fn := pkg.SSA().Func(name)
		var start ssa.Value = pkg.SSA().Var("shared")
		if len(fn.Params) > 0 {
			start = fn.Params[0]
		}
		var found []string
		with.Visit = func(of flow.Part, by ssa.Instruction) {
			switch by := by.(type) {
			case *ssa.Store:
				if by.Addr == of.Value {
					found = append(found, of.Path)
				}
			case *ssa.FieldAddr:
				with.Of(by, ir.Below(of.Path, ir.FieldAt(by).Name()))
			case *ssa.Phi, *ssa.UnOp:
				with.Of(by.(ssa.Value), of.Path)
			}
		}
		with.Beyond = func(of flow.Part) { found = append(found, fmt.Sprintf("beyond %q", of.Path)) }
		with.Of(start, "")
		slices.Sort(found)
		return strings.Join(found, ", ")
	}
	for _, test := range []struct {
		name string
		walk flow.Walk
		want string
	}{
		{"plain", flow.Walk{Left: 9}, "A.N"},
		{"plain", flow.Walk{Left: 2}, `beyond "A.N"`},
		{"plain", flow.Walk{Left: 9, Solver: &flow.Solver{Budget: 1}}, `beyond "A"`},
		{"named", flow.Walk{Left: 9}, ""},
		{"named", flow.Walk{Left: 9, Names: true}, "B.N"},
		{"phi", flow.Walk{Left: 9}, "A.N, B.N"},
		{"phi", flow.Walk{Left: 9, Once: true}, "A.N"},
		{"elsewhere", flow.Walk{Left: 9}, `beyond ""`},
	} {
		if got := paths(test.name, test.walk); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}
