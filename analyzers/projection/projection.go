package projection

import (
	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/diag"
	"github.com/ctrllint/ctrllint/internal/domain/client"
)

// Analyzer is the projection check.
var Analyzer = &analysis.Analyzer{
	Name:       "projection",
	Doc:        doc,
	URL:        diag.CheckURL("projection"),
	Requires:   []*analysis.Analyzer{conflicts},
	ResultType: diag.ResultType,
	Run:        run,
}

var options = diag.NewOptions(categories...)

func init() {
	options.Register(&Analyzer.Flags)
	client.Register(&Analyzer.Flags)
}

func run(pass *analysis.Pass) (any, error) {
	reporter := diag.NewReporter(pass, options)
	for _, c := range pass.ResultOf[conflicts].([]*conflict) {
		reporter.Report((&finding{pass, c}).diagnostic())
	}
	return reporter.Result(), nil
}
