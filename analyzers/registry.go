// Package analyzers is the registry of ctrllint's checks.
package analyzers

import (
	"cmp"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/analyzers/directive"
	"github.com/ctrllint/ctrllint/analyzers/lostwrite"
	"github.com/ctrllint/ctrllint/analyzers/mutation"
	"github.com/ctrllint/ctrllint/analyzers/oneshot"
	"github.com/ctrllint/ctrllint/analyzers/projection"
	"github.com/ctrllint/ctrllint/analyzers/staleread"
	"github.com/ctrllint/ctrllint/analyzers/tombstone"
	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/model"
)

// All returns every check with the default settings, sorted by name. They are the packages' variables.
//
// Check directive requires the others; none of these requires another.
func All() []*analysis.Analyzer { return slices.Clone(all) }

var all = withDirectives(config.Default,
	lostwrite.Analyzer,
	mutation.Analyzer,
	oneshot.Analyzer,
	projection.Analyzer,
	staleread.Analyzer,
	tombstone.Analyzer,
)

// New returns every check, sorted by name, as All does, but made anew with settings of their own: nothing that they
// require is shared with others.
func New(settings *config.Settings) []*analysis.Analyzer {
	models := model.New(settings, ir.New(settings))
	return withDirectives(settings,
		lostwrite.New(settings, models),
		mutation.New(settings, models),
		oneshot.New(settings, models),
		projection.New(settings, models),
		staleread.New(settings, models),
		tombstone.New(settings, models),
	)
}

// withDirectives adds the check of the comments that silence the checks.
func withDirectives(settings *config.Settings, checks ...*analysis.Analyzer) []*analysis.Analyzer {
	all := append(checks, directive.New(settings, checks...))
	slices.SortFunc(all, func(a, b *analysis.Analyzer) int { return cmp.Compare(a.Name, b.Name) })
	return all
}
