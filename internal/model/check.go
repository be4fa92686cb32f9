package model

import (
	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/diag"
)

// Check returns a check of that name which goes by what models finds out of a package. run reports by the reporter, and
// tells of the line of the trace.
func Check(settings *config.Settings, models *analysis.Analyzer, name, doc string, categories []diag.Category, run func(*analysis.Pass, *Package, *diag.Reporter, config.Trace)) *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name:       name,
		Doc:        doc,
		URL:        diag.CheckURL(name),
		Requires:   []*analysis.Analyzer{settings.Analyzer, models},
		ResultType: diag.ResultType,
	}
	diag.Register(a, settings, categories...)
	a.Run = func(pass *analysis.Pass) (any, error) {
		told := settings.Of(pass)
		reporter := diag.NewReporter(pass, told, categories...)
		m := pass.ResultOf[models].(*Package)
		defer m.Turn()()
		reporter.Unused = m.Clients.Unused
		if reporter.Judges() || told.Trace.On() {
			run(pass, m, reporter, told.Trace.By(name, pass.Fset))
		}
		return reporter.Result(), m.Err()
	}
	return a
}
