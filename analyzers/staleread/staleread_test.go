package staleread_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/ctrllint/ctrllint/analyzers/staleread"
	"github.com/ctrllint/ctrllint/internal/fixture"
)

func TestFixtures(t *testing.T) {
	if err := staleread.Analyzer.Flags.Set("enable", "list"); err != nil { // which is off by default
		t.Fatal(err)
	}
	t.Cleanup(func() { staleread.Analyzer.Flags.Set("enable", "") })
	for _, module := range []string{"cr006", "cr014", "cr015", "cr018", "cr020", "cr025"} {
		t.Run(module, func(t *testing.T) {
			analysistest.Run(t, fixture.Module(t, module), staleread.Analyzer, "./staleread/...")
		})
	}
}

func TestFixes(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, fixture.Module(t, "cr025"), staleread.Analyzer, "./staleread/fixes")
}

// Whoever wants new findings only gets those that rest on a line which has changed.
func TestRests(t *testing.T) {
	module := fixture.Module(t, "cr025")
	fixture.Rests(t, filepath.Join(module, "staleread", "rests"), analysistest.Run(t, module, staleread.Analyzer, "./staleread/rests/..."))
}
