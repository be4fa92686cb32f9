package projection

import (
	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/diag"
	"github.com/ctrllint/ctrllint/internal/model"
)

// Analyzer is the projection check with the default settings.
var Analyzer = New(config.Default, model.Analyzer)

// New returns the projection check, which goes by the package model's analyzer.
func New(settings *config.Settings, models *analysis.Analyzer) *analysis.Analyzer {
	conflicts := newConflicts(settings, models)
	a := &analysis.Analyzer{
		Name:       "projection",
		Doc:        doc,
		URL:        diag.CheckURL("projection"),
		Requires:   []*analysis.Analyzer{settings.Analyzer, conflicts},
		ResultType: diag.ResultType,
	}
	diag.Register(a, settings, categories...)
	settings.RegisterClients(&a.Flags)
	a.Run = func(pass *analysis.Pass) (any, error) {
		reporter := diag.NewReporter(pass, settings.Of(pass), categories...)
		for _, v := range pass.ResultOf[conflicts].([]view) {
			reporter.In(v.programs)
			for _, c := range v.found {
				f := &finding{pass, c}
				reporter.ReportAbout(f.about(), f.category(), f.diagnostic())
			}
		}
		return reporter.Result(), nil
	}
	return a
}
