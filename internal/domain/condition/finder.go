// Package condition says on which conditions something is done: what settings, and functions that say yes or no of objects, have said
// wherever control comes by.
//
// An [Answer] is what one of them is there. Where two places need answers that exclude each other ([Answer.Excludes]), control
// comes to one of them only, in one round.
package condition

import (
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
)

// Calls is what is asked of calls.
type Calls interface {
	// Asks returns what a function of another package looks at of its parameters that says yes or no, and only by them; nil if it is
	// none.
	Asks(fn types.Object) []Asked
}

// A Finder finds out on which conditions the functions of one package do what they do.
type Finder struct {
	pass       *analysis.Pass
	lazy       *ir.Package
	objects    *identity.Finder
	footprints *footprint.Finder
	calls      Calls

	said     *flow.Table[condition, []Answer]
	stateful *flow.Table[*ssa.Function, bool]
	unset    *flow.Table[*ssa.Function, bool] // see [Finder.AsksUnset]
	reaching flow.Memo[*ssa.Function, map[*ssa.Function]bool]
}

// NewFinder returns the finder of the pass's package.
func NewFinder(pass *analysis.Pass, lazy *ir.Package, s *flow.Solver, objects *identity.Finder, footprints *footprint.Finder, calls Calls) *Finder {
	f := &Finder{pass: pass, lazy: lazy, objects: objects, footprints: footprints, calls: calls}
	f.said = flow.NewTable(s, flow.Rules[condition, []Answer]{Compute: f.findImplied, Equal: equalAnswers})
	f.stateful = flow.NewTable(s, flow.Rules[*ssa.Function, bool]{Compute: f.findState, Unknown: true, Equal: flow.Equal[bool]})
	f.unset = flow.NewTable(s, flow.Rules[*ssa.Function, bool]{Compute: f.findUnset, Equal: flow.Equal[bool]})
	return f
}
