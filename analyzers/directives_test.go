package analyzers_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/ctrllint/ctrllint/analyzers"
	"github.com/ctrllint/ctrllint/analyzers/tombstone"
	"github.com/ctrllint/ctrllint/internal/fixture"
)

// What directives silence, and what they don't.
func TestSilenced(t *testing.T) {
	analysistest.Run(t, fixture.Module(t, "cr025"), tombstone.Analyzer, "./directives/silenced")
}

// What is wrong with directives.
func TestProblems(t *testing.T) {
	for _, a := range analyzers.All() {
		if a.Name == "directive" {
			analysistest.Run(t, fixture.Module(t, "cr025"), a, "./directives/problems")
			return
		}
	}
	t.Error("no check directive")
}
