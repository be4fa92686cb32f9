// Package config is what a run was told: by flags, by a linter's settings, and by a driver that has seen more of the
// program than a pass shows.
//
// Settings belong to one set of analyzers, each of which requires their Analyzer and goes by its result. So two runs
// with different settings don't see each other.
package config

import (
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// Settings are what a set of analyzers is told before it runs. Whoever makes the set owns them.
type Settings struct {
	// Analyzer gives the *Config of a run.
	Analyzer *analysis.Analyzer

	facts   bool
	clients Clients
	seen    any
	reached map[*types.Func]bool
	behind  map[*types.Func]*types.Func
	listers map[*types.TypeName]bool
	getters map[*types.TypeName]bool
	layers  map[types.Object][]*types.Func
	trace   Trace
	budget  int
	files   bool
	dir     string // that paths to exclude are relative to; "" is the current one
	checks  map[string]*Check
}

// A Config is what the analyzers of a run were told. It doesn't change.
type Config struct {
	// Facts tells whether the user's other packages are looked at.
	Facts   bool
	Clients Clients
	// Seen is what the driver has seen in packages that the one under analysis does not import, nil if nothing; package
	// client says in which form.
	Seen any
	// Reached are the functions of the user's packages that others of them can come to, nil if that isn't known: of the
	// others nothing need be known outside.
	Reached map[*types.Func]bool
	// Behind are, for methods of interfaces that one type implements which another package declares, the methods of that;
	// nil if that isn't known.
	Behind map[*types.Func]*types.Func
	// Listers are the interfaces of listers that the user's packages implement themselves, nil if that isn't known.
	Listers map[*types.TypeName]bool
	// Getters are the interfaces of the user's packages that only generated listers are ever in, nil if that isn't known.
	Getters map[*types.TypeName]bool
	// Layers are the functions of the user's packages that make event handlers of others and that are given one of a type, or one that
	// a function returns, by another package than theirs; nil if that isn't known.
	Layers map[types.Object][]*types.Func
	// Files tells whether files that are no Go source may be read: whoever keeps results knows nothing of their changes.
	Files bool
	// Trace is the line of which the checks tell what they know.
	Trace Trace
	// Budget is how many steps the analysis of a package may take, 0 for what is usual.
	Budget int

	checks map[string]Check
}

// A Check is what one check was told.
type Check struct {
	Tests     bool     // judge tests too: _test.go files, and packages for tests
	Generated bool     // judge generated files too
	Disabled  []string // categories that are not reported
	Enabled   []string // categories that are off by default and reported all the same
	Severity  string   // the level from which on findings are reported; "" for all
	// Exclude are files that are not judged, and folders: absolute paths, in which * stands for any part of a name, and **
	// for any folders.
	Exclude []string
}

// Default are the settings of the analyzers that are variables of their packages.
var Default = New(true)

// New returns settings in which nothing is set. Analyzers that are made with them have facts, or have none.
func New(facts bool) *Settings {
	s := &Settings{facts: facts, checks: map[string]*Check{}, clients: Clients{Unknown: AssumeAuto}}
	s.Analyzer = &analysis.Analyzer{
		Name:       "ctrllintconfig",
		Doc:        "tell the other analyzers what the run was told",
		ResultType: reflect.TypeFor[*Config](),
		Run:        func(*analysis.Pass) (any, error) { return s.config(), nil },
	}
	return s
}

// config returns the settings as they are now.
func (s *Settings) config() *Config {
	c := &Config{Facts: s.facts, Clients: s.clients.clone(), Seen: s.seen, Reached: s.reached, Behind: s.behind, Listers: s.listers, Getters: s.getters, Layers: s.layers, Files: s.files, Trace: s.trace, Budget: s.budget, checks: map[string]Check{}}
	for name, of := range s.checks {
		check := *of
		check.Disabled, check.Enabled = slices.Clone(of.Disabled), slices.Clone(of.Enabled)
		check.Exclude = slices.Clone(of.Exclude)
		c.checks[name] = check
	}
	return c
}

// Of returns what the run of the pass was told. The pass's analyzer must require the settings' Analyzer.
func (s *Settings) Of(pass *analysis.Pass) *Config { return pass.ResultOf[s.Analyzer].(*Config) }

// FactTypes returns these types for an analyzer that is made with the settings, none if it is to have no facts.
func (s *Settings) FactTypes(types ...analysis.Fact) []analysis.Fact {
	if !s.facts {
		return nil
	}
	return types
}

// Uncached returns the kinds of which users say that the manager's client doesn't cache them.
func (s *Settings) Uncached() []string { return s.clients.Uncached }

// See notes what the driver has seen, for Config.Seen.
func (s *Settings) See(seen any) { s.seen = seen }

// Reach notes which functions packages come to in others, for Config.Reached.
func (s *Settings) Reach(functions map[*types.Func]bool) { s.reached = functions }

// Lead notes which methods calls through interfaces come to in other packages, for Config.Behind.
func (s *Settings) Lead(methods map[*types.Func]*types.Func) { s.behind = methods }

// List notes the interfaces of listers that packages implement themselves, for Config.Listers.
func (s *Settings) List(listers map[*types.TypeName]bool) { s.listers = listers }

// Get notes the interfaces of the user's packages that only listers are ever in, for Config.Getters.
func (s *Settings) Get(getters map[*types.TypeName]bool) { s.getters = getters }

// Layer notes which functions are given the event handlers of other packages to make others of them, for Config.Layers.
func (s *Settings) Layer(layers map[types.Object][]*types.Func) { s.layers = layers }

// ReadFiles lets the run read other files than Go source, for Config.Files.
func (s *Settings) ReadFiles() { s.files = true }

// Check returns what the check of that name is told, for flags to set.
func (s *Settings) Check(name string) *Check {
	if s.checks[name] == nil {
		s.checks[name] = new(Check)
	}
	return s.checks[name]
}

// Check returns what the check of that name was told.
func (c *Config) Check(name string) Check { return c.checks[name] }

// Tests tells whether some check judges _test.go files. If none does, they are not looked at either: what tests do, such
// as to put a fake client in a field, says nothing of the program.
func (c *Config) Tests() bool {
	for _, check := range c.checks {
		if check.Tests {
			return true
		}
	}
	return false
}
