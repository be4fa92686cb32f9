package staleread_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/ctrllint/ctrllint/analyzers/staleread"
	"github.com/ctrllint/ctrllint/internal/fixture"
)

// Whoever wants new findings only gets those that rest on a line which has changed.
func TestRests(t *testing.T) {
	module := fixture.Module(t, "cr025")
	fixture.Rests(t, filepath.Join(module, "staleread", "rests"), analysistest.Run(t, module, staleread.Analyzer, "./staleread/rests/..."))
}
