// Package patch says what patches send: by what text or document they are made of, or by what is set between the two states of an
// object that they are the difference of.
package patch

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
)

// Calls is what is asked of calls, whose answers hang in turn on what patches send.
type Calls interface {
	// Operation returns what a call itself reads or writes at the API, or in a cache; ok is false if it does neither.
	Operation(call ssa.CallInstruction) (op footprint.Operation, ok bool)
	// Diffs returns which parameters a function of another package makes patches of.
	Diffs(fn types.Object) []Params
	// Same returns the number of the parameter of a function of another package that is its result n, -1 if none is.
	Same(fn types.Object, n int) int
}

// A Finder finds out what the patches of one package send.
type Finder struct {
	lazy       *ir.Package
	objects    *identity.Finder
	footprints *footprint.Finder
	calls      Calls

	diffs *flow.Table[*ssa.Function, []Params]
}

// NewFinder returns the finder of a package.
func NewFinder(lazy *ir.Package, s *flow.Solver, objects *identity.Finder, footprints *footprint.Finder, calls Calls) *Finder {
	f := &Finder{lazy: lazy, objects: objects, footprints: footprints, calls: calls}
	f.diffs = flow.NewTable(s, flow.Rules[*ssa.Function, []Params]{Compute: f.findDiffs, Equal: slices.Equal[[]Params]})
	return f
}

// maxSteps is how many steps a patch's payload is followed back.
const maxSteps = 6
