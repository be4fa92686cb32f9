// Package client says where a client, reader or cache comes from, and so whether what it reads is answered from a cache
// or by the API server.
//
// A value is followed back through variables, fields, parameters, results, closures and wrappers to where it was made,
// over the whole package whatever the path: what is stored in a field anywhere counts wherever the field is read. Where
// that can't be seen, type and name say what is usual.
package client

import (
	"go/types"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/ir"
)

// Analyzer gives the *Origins of a package, with the default settings.
var Analyzer = New(config.Default, ir.Analyzer)

// New returns an analyzer that gives the *Origins of a package, by the package ir's.
func New(settings *config.Settings, source *analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "ctrllintorigin",
		Doc:        "find out where clients come from, and what they read from a cache",
		Requires:   []*analysis.Analyzer{settings.Analyzer, source},
		FactTypes:  settings.FactTypes(new(Facts)),
		ResultType: reflect.TypeFor[*Origins](),
		Run: func(pass *analysis.Pass) (any, error) {
			return run(pass, settings.Of(pass), pass.ResultOf[source].(*ir.Package))
		},
	}
}

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
	imported map[*types.Package]*Facts
	mutex    sync.Mutex
	trace    *tracer
}

// Release drops all that Origins holds.
func (o *Origins) Release() {
	o.pass, o.lazy, o.trace = nil, nil, nil
}

// Of returns the origin of a client, reader or cache in the package of the Origins. Several checks may ask at once.
func (o *Origins) Of(v ssa.Value) Origin {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return o.tracer().of(v)
}

// tracer returns the one tracer of the package, which mutex guards.
func (o *Origins) tracer() *tracer {
	if o.trace == nil {
		o.trace = newTracer(o)
	}
	return o.trace
}

func run(pass *analysis.Pass, told *config.Config, lazy *ir.Package) (*Origins, error) {
	o := &Origins{pass: pass, told: told, lazy: lazy}
	if len(pass.Files) == 0 {
		return o, nil
	}
	own := OptionsIn(lazy.Files(), pass.TypesInfo)
	if told.Facts {
		o.imported = imported(pass)
	}
	o.Options = o.inView(own)
	o.Views = o.views()
	if told.Facts && ir.Owned(pass) {
		o.export(own)
	}
	if o.trace != nil {
		return o, o.trace.solver.Err()
	}
	return o, nil
}
