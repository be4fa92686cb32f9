// Package client says where a client, reader or cache comes from, and so whether what it reads is answered from a cache
// or by the API server.
//
// A value is followed back through variables, fields, parameters, results, closures and wrappers to where it was made,
// over the whole package whatever the path: what is stored in a field anywhere counts wherever the field is read. Where
// that can't be seen, type and name say what is usual.
package client

import (
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
)

// A Class is how a client or reader answers reads.
type Class uint8

// The classes.
const (
	Unknown Class = iota
	Live          // every read goes to the API server
	Cached        // the manager's client: cached, but for what its options leave out
	Backed        // a client of one's own that is given a cache to read from: the same
	Cache         // a cache itself: everything is cached
	Strong        // reads see every write: fakes
)

// An Origin is where a client or reader comes from.
type Origin struct {
	Class Class
	// Param is the parameter of the function (the receiver counts) that the client is, so that callers decide; -1 if
	// it is none.
	Param int
	// Fn is the function whose parameter it is: the one that the client is used in, or one around it.
	Fn *ssa.Function
	// Assumed says that Class is what is usual for a client of that type and name, and not seen.
	Assumed bool
	Wiring
}

// A Wiring is where whole programs decide what a client is: they hand something to the Ends. Without any, the package
// has seen all that there is.
type Wiring struct {
	Ends []End
	Rest Class // of what it may be besides, never if nothing
}

// Origins are the origins of the clients of one package.
type Origins struct {
	// Options are what the options of managers and clients say about reads that are set in the package and in those that
	// it imports.
	Options Options
	// Views are the ways in which the package is used, at least one.
	Views []View

	pass     *analysis.Pass
	told     *config.Config
	lazy     *ir.Package
	solver   *flow.Solver
	own      Options
	imported map[*types.Package]*Facts
	trace    *tracer
}

// Of returns the origin of a client, reader or cache in the package of the Origins.
func (o *Origins) Of(v ssa.Value) Origin { return o.tracer().of(v) }

// tracer returns the one tracer of the package.
func (o *Origins) tracer() *tracer {
	if o.trace == nil {
		o.trace = newTracer(o)
	}
	return o.trace
}

// New returns the origins of the clients of the pass's package. imported is what other packages in view say of theirs.
func New(pass *analysis.Pass, told *config.Config, lazy *ir.Package, solver *flow.Solver, imported map[*types.Package]*Facts) *Origins {
	o := &Origins{pass: pass, told: told, lazy: lazy, solver: solver, imported: imported}
	o.own = OptionsIn(lazy.Files(), pass.TypesInfo, o.returned)
	o.Options = o.inView(o.own)
	o.Views = o.views()
	return o
}
