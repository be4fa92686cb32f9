package tombstone_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/ctrllint/ctrllint/analyzers/tombstone"
	"github.com/ctrllint/ctrllint/internal/fixture"
)

func TestFixtures(t *testing.T) {
	for _, module := range []string{"cr006", "cr014", "cr015", "cr018", "cr020", "cr025"} {
		t.Run(module, func(t *testing.T) {
			analysistest.Run(t, fixture.Module(t, module), tombstone.Analyzer, "./tombstone/...")
		})
	}
	t.Run("knative", func(t *testing.T) {
		analysistest.Run(t, fixture.Module(t, "knative"), tombstone.Analyzer, "./...")
	})
}

func TestFixes(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, fixture.Module(t, "cr025"), tombstone.Analyzer, "./tombstone/fixes")
}

// Whoever wants new findings only gets those that rest on a line which has changed.
func TestRests(t *testing.T) {
	module := fixture.Module(t, "cr025")
	fixture.Rests(t, filepath.Join(module, "tombstone", "rests"), analysistest.Run(t, module, tombstone.Analyzer, "./tombstone/rests/..."))
}
