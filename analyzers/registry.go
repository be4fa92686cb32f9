// Package analyzers is the registry of ctrllint's checks.
package analyzers

import (
	"cmp"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/analyzers/directive"
	"github.com/ctrllint/ctrllint/analyzers/oneshot"
	"github.com/ctrllint/ctrllint/analyzers/projection"
	"github.com/ctrllint/ctrllint/analyzers/staleread"
	"github.com/ctrllint/ctrllint/analyzers/tombstone"
)

// checks are those of controllers.
var checks = []*analysis.Analyzer{
	oneshot.Analyzer,
	projection.Analyzer,
	staleread.Analyzer,
	tombstone.Analyzer,
}

// directives is the check of the comments that silence the other checks.
var directives = directive.New(checks...)

// All returns every check, sorted by name. Check directive requires the others; none of these requires another.
func All() []*analysis.Analyzer {
	all := append(slices.Clone(checks), directives)
	slices.SortFunc(all, func(a, b *analysis.Analyzer) int { return cmp.Compare(a.Name, b.Name) })
	return all
}
