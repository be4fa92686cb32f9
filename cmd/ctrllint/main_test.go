package main

import (
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/analyzers"
)

// What the command is built from is fit for it. The command line is tested with the driver.
func TestAnalyzers(t *testing.T) {
	all := analyzers.All()
	if len(all) == 0 {
		t.Error("there are no checks")
	}
	if err := analysis.Validate(all); err != nil {
		t.Error(err)
	}
}
