// Package analyzers is the registry of ctrllint's checks.
package analyzers

import (
	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/analyzers/tombstone"
)

// All returns every check, sorted by name.
func All() []*analysis.Analyzer {
	return []*analysis.Analyzer{
		tombstone.Analyzer,
	}
}
