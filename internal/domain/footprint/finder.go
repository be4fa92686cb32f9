// Package footprint says what functions do with objects: what of one is looked at, what is set in it, and who has it then.
//
// A [Set] is a footprint: the paths of fields. It is found out in three ways, each for what is asked. [Finder.Look] says what is
// looked at of an object from a call on, [Finder.Edits] what is set in a part of it, and by which instruction. [Finder.Objects] goes
// through all objects that a function has pointers to, by their pointers, whichever variable they are in, and says of each
// instruction, writes to the API left out, how it touches them ([Touch]): also what may be kept of an object, or goes where it
// can't be followed.
//
// Calls are seen through. What is an operation, and what functions of other packages do, the finder asks by [Calls].
package footprint

import (
	"maps"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/change"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
)

// A Finder finds out what the functions of one package do with objects.
type Finder struct {
	pass    *analysis.Pass
	lazy    *ir.Package
	solver  *flow.Solver
	kinds   *kind.Finder
	objects *identity.Finder
	effects *change.Info // what calls change
	texts   *ir.Texts
	calls   Calls

	touched *flow.Table[*ssa.Function, []*Object]
	params  *flow.Table[*ssa.Parameter, *Touch]
	inside  *flow.Table[*ssa.Function, []heldGiven]
	back    *flow.Table[resultOf, *Touch]
	glances *flow.Table[ssa.Value, map[Glance]bool]
	edits   *flow.Table[flow.Part, Edits]
}

// Known is what is known of the package already.
type Known struct {
	Kinds   *kind.Finder
	Objects *identity.Finder
	Effects *change.Info
	Texts   *ir.Texts
}

// NewFinder returns the finder of the pass's package.
func NewFinder(pass *analysis.Pass, lazy *ir.Package, s *flow.Solver, known Known, calls Calls) *Finder {
	f := &Finder{pass: pass, lazy: lazy, solver: s, kinds: known.Kinds, objects: known.Objects, effects: known.Effects, texts: known.Texts, calls: calls}
	f.touched = flow.NewTable(s, flow.Rules[*ssa.Function, []*Object]{Compute: f.findObjects, Equal: equalObjects})
	f.params = flow.NewTable(s, flow.Rules[*ssa.Parameter, *Touch]{Compute: f.findGiven, Unknown: handsOn, Equal: equalTouches})
	f.inside = flow.NewTable(s, flow.Rules[*ssa.Function, []heldGiven]{Compute: f.findHeldIn, Equal: equalInside})
	f.back = flow.NewTable(s, flow.Rules[resultOf, *Touch]{Compute: f.findBack, Equal: equalTouches})
	f.glances = flow.NewTable(s, flow.Rules[ssa.Value, map[Glance]bool]{Compute: f.findGlances, Unknown: map[Glance]bool{{}: true}, Equal: maps.Equal[map[Glance]bool, map[Glance]bool]})
	f.edits = flow.NewTable(s, flow.Rules[flow.Part, Edits]{Compute: f.findEdits, Unknown: Edits{Set: map[Edit]bool{{}: true}}, Equal: equalEdits})
	return f
}

// resultOf asks for a result of a function.
type resultOf struct {
	fn *ssa.Function
	n  int
}

// maxFollowed is how many steps a value is followed.
const maxFollowed = 6
