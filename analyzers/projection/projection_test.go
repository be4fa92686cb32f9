package projection_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/ctrllint/ctrllint/analyzers/projection"
	"github.com/ctrllint/ctrllint/internal/fixture"
)

func TestFixtures(t *testing.T) {
	for _, module := range []string{"cr006", "cr014", "cr015", "cr018", "cr020", "cr025"} {
		t.Run(module, func(t *testing.T) {
			analysistest.Run(t, fixture.Module(t, module), projection.Analyzer, "./projection/...")
		})
	}
}

// Whoever wants new findings only gets those that rest on a line which has changed.
func TestRests(t *testing.T) {
	module := fixture.Module(t, "cr025")
	fixture.Rests(t, filepath.Join(module, "projection", "rests"), analysistest.Run(t, module, projection.Analyzer, "./projection/rests/..."))
}
