package oneshot_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/ctrllint/ctrllint/analyzers/oneshot"
	"github.com/ctrllint/ctrllint/internal/fixture"
)

// All categories are on, those too that are off by default.
func TestFixtures(t *testing.T) {
	if err := oneshot.Analyzer.Flags.Set("enable", "ignored,handover"); err != nil {
		t.Fatal(err)
	}
	for _, module := range []string{"cr006", "cr014", "cr015", "cr018", "cr020", "cr025"} {
		t.Run(module, func(t *testing.T) {
			analysistest.Run(t, fixture.Module(t, module), oneshot.Analyzer, "./oneshot/...")
		})
	}
}

// Whoever wants new findings only gets those that rest on a line which has changed.
func TestRests(t *testing.T) {
	module := fixture.Module(t, "cr025")
	fixture.Rests(t, filepath.Join(module, "oneshot", "rests"), analysistest.Run(t, module, oneshot.Analyzer, "./oneshot/rests/..."))
}
