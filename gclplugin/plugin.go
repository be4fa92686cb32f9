// Package gclplugin is ctrllint as a module plugin of golangci-lint.
//
// A custom golangci-lint that has this package built in (see .custom-gcl.example.yml) knows a linter "ctrllint". Its
// settings are those of [New]:
//
//	checks:    checks to run, or categories to report; all checks when the list is empty
//	disable:   checks not to run, and categories not to report
//	enable:    categories to report that are off by default
//	severity:  report only what is of this level or worse: error, warning or note (default note)
//	tests:     judge tests too: _test.go files, and packages for tests (default false)
//	generated: judge generated files too (default false)
//	exclude:   files and folders not to judge, relative to the folder that golangci-lint runs in
//	uncached, read-your-writes, live-readers, unknown-client: what can't be seen of clients
//	facts:     look through functions of the module's other packages (default true)
//
// A check is named CHECK, a category CHECK/CATEGORY or CHECK.CATEGORY. What the settings say wins over what a settings
// file .ctrllint.yml says.
//
// golangci-lint runs an analyzer that has facts over every dependency. Ours return at once there, but the visit itself
// takes time. "facts: false" saves it: the checks and what they require are made without facts, and what only another
// package's source shows is no longer found.
package gclplugin

import (
	"fmt"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/analyzers"
	"github.com/ctrllint/ctrllint/internal/config"
)

func init() { register.Plugin("ctrllint", New) }

// registry is a variable so that tests can put in checks of their own.
var registry = analyzers.New

// plugin implements register.LinterPlugin.
type plugin struct {
	all    []*analysis.Analyzer
	checks []*analysis.Analyzer // those that the settings choose
}

// New returns the plugin with these settings, or an error that says which of them is wrong and what would be right.
// Each plugin has checks of its own.
func New(conf any) (register.LinterPlugin, error) {
	p, err := fromSettings(conf)
	if err != nil {
		return nil, fmt.Errorf("ctrllint: %w", err)
	}
	return p, nil
}

// fromSettings returns the plugin with these settings.
func fromSettings(conf any) (*plugin, error) {
	s, err := decode(conf)
	if err != nil {
		return nil, err
	}
	if err := s.readFile(); err != nil {
		return nil, err
	}
	all := registry(config.New(s.facts))
	chosen, err := s.apply(all)
	if err != nil {
		return nil, err
	}
	return &plugin{all, s.mark(chosen)}, nil
}

// BuildAnalyzers returns the chosen checks, which report in the form that golangci-lint needs.
func (p *plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	return adapt(p.checks, p.all), nil
}

// GetLoadMode asks for types.
func (p *plugin) GetLoadMode() string { return register.LoadModeTypesInfo }
