// Package model is what is known of one package, in one place: every domain's knowledge, found out by one analyzer, which
// all checks require, and handed on to the packages that import it as one fact a function and one a package.
package model

import (
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/domain/change"
	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/domain/handler"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/domain/subresource"
	"github.com/ctrllint/ctrllint/internal/domain/use"
	"github.com/ctrllint/ctrllint/internal/domain/work"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/paths"
	"github.com/ctrllint/ctrllint/internal/scenario"
)

// Analyzer gives the *Package of every package, with the default settings.
var Analyzer = New(config.Default, ir.Analyzer)

// A Package is what is known of a package. What is nil has nothing to look at: all of it in packages without files and in
// those of other modules, and of the others what the package can have nothing to do with.
type Package struct {
	Clients  *client.Origins
	Uses     *use.Info
	Work     *work.Info
	Events   *handler.Events
	Scenario *scenario.Info
	Handlers *handler.Handlers
	Paths    *paths.Info
	Changes  *change.Info
	Kinds    *subresource.Info

	source  *ir.Package
	errors  *ir.Errors
	texts   *ir.Texts
	follows *ir.Follows
	solver  *flow.Solver
	turn    sync.Mutex
}

// New returns an analyzer that gives the *Package of every package, by the package ir's.
func New(settings *config.Settings, source *analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "ctrllintmodel",
		Doc:        "find out what a package does with clients, caches, informers and handlers",
		Requires:   []*analysis.Analyzer{settings.Analyzer, source},
		FactTypes:  settings.FactTypes(new(OfFunction), new(OfPackage)),
		ResultType: reflect.TypeFor[*Package](),
		Run: func(pass *analysis.Pass) (any, error) {
			return run(pass, settings.Of(pass), pass.ResultOf[source].(*ir.Package))
		},
	}
}

func run(pass *analysis.Pass, told *config.Config, source *ir.Package) (*Package, error) {
	m := new(Package)
	if !ir.Owned(pass) {
		return m, nil
	}
	m.source, m.solver = source, &flow.Solver{Budget: told.Budget}
	known := newImports()
	if told.Facts {
		known.look(pass, source, told)
	}
	m.Clients = client.New(pass, told, source, m.solver, known.clients)
	m.Uses = use.New(pass, source, m.solver, m.Clients, known.uses)
	m.Work = work.New(pass, source, m.solver, m.Clients, known.work)
	m.Events = handler.NewEvents(pass, told, source, m.Work, known.events, known.fields)
	m.follows = ir.NewFollows(source, known.follows)
	m.Scenario = scenario.New(pass, source, m.solver, known.scenarios, m.follows)
	m.Handlers = handler.New(source, told, m.Scenario, m.solver, known.handlers)
	kinds := m.Uses.Kinds()
	if kinds == nil {
		kinds = kind.NewFinder(source, m.solver)
	}
	m.Changes = change.New(pass, source, m.solver, m.Clients, m.Work, m.Events, known.changes)
	m.errors, m.texts = ir.NewErrors(source, known.errors), ir.NewTexts(source, known.texts)
	m.Paths = paths.New(pass, source, m.solver, m.Clients, kinds, m.Changes, m.errors, m.texts, known.paths)
	if m.Work != nil && m.Paths != nil {
		m.Work.Aftermath = func(call *ssa.Call) work.Aftermath { return m.Paths.Aftermath(call, m.Work) }
	}
	m.Kinds = subresource.New(pass, told.Files, known.kinds)
	if told.Facts {
		m.export(pass)
	}
	return m, m.Err()
}

// Steps returns how many steps it took to find out what is known so far.
func (m *Package) Steps() int { return m.solver.Steps() }

// Err returns an error if that took more than it may, so that much of what there is to know of the package isn't known;
// see [flow.Solver.Err]. Checks return it when they are done: more is found out when they ask.
func (m *Package) Err() error {
	if m.solver == nil {
		return nil
	}
	return m.solver.Err()
}

// Turn waits until no other check asks about the package, and returns what ends the turn. What is found out is kept for
// all checks, which may run at once.
func (m *Package) Turn() (done func()) {
	m.turn.Lock()
	return m.turn.Unlock
}

// Release drops what the checks need. A driver that keeps results longer than they are needed calls it when all checks
// have run on the package.
func (m *Package) Release() {
	if m.source != nil {
		m.source.Release()
	}
	m.errors, m.texts, m.follows = nil, nil, nil
	m.source, m.solver, m.Clients, m.Uses, m.Work, m.Events = nil, nil, nil, nil, nil, nil
	m.Scenario, m.Handlers, m.Paths, m.Changes, m.Kinds = nil, nil, nil, nil, nil
}
