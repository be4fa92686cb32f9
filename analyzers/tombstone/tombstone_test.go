package tombstone_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/ctrllint/ctrllint/analyzers/tombstone"
	"github.com/ctrllint/ctrllint/internal/fixture"
)

func TestFixtures(t *testing.T) {
	for module, pattern := range map[string]string{"cr025": "./tombstone/...", "knative": "./..."} {
		t.Run(module, func(t *testing.T) {
			analysistest.Run(t, fixture.Module(t, module), tombstone.Analyzer, pattern)
		})
	}
}

func TestFixes(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, fixture.Module(t, "cr025"), tombstone.Analyzer, "./tombstone/fixes")
}
