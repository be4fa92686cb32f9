package projection

import (
	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/diag"
	"github.com/ctrllint/ctrllint/internal/origin"
	"github.com/ctrllint/ctrllint/internal/uses"
)

// Analyzer is the projection check.
var Analyzer = &analysis.Analyzer{
	Name:       "projection",
	Doc:        doc,
	URL:        diag.CheckURL("projection"),
	Requires:   []*analysis.Analyzer{uses.Analyzer},
	ResultType: diag.ResultType,
	Run:        run,
}

var options = diag.NewOptions(categories...)

func init() {
	options.Register(&Analyzer.Flags)
	origin.Register(&Analyzer.Flags)
}

func run(pass *analysis.Pass) (any, error) {
	reporter := diag.NewReporter(pass, options)
	info := pass.ResultOf[uses.Analyzer].(*uses.Info)
	for _, c := range info.Conflicts {
		reporter.Report((&finding{pass, c}).diagnostic())
	}
	return reporter.Result(), nil
}
