package analyzers_test

import (
	"errors"
	"fmt"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/checker"

	"github.com/ctrllint/ctrllint/analyzers"
	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/flow"
)

// Each check tells of the lines at which it reports something, or of those that it names beside.
func TestTrace(t *testing.T) {
	for check, pattern := range map[string]string{
		"lostwrite": "./lostwrite/status", "mutation": "./mutation/field", "oneshot": "./oneshot/...", "projection": "./projection/metadata", "staleread": "./staleread/loops", "tombstone": "./tombstone/panic",
	} {
		pkgs := load(t, "cr025", pattern)
		var places []token.Position
		for _, act := range analyse(t, pkgs, analyzers.All()...).Roots {
			for _, d := range act.Diagnostics {
				if act.Analyzer.Name == check {
					places = append(places, act.Package.Fset.Position(d.Pos))
				}
			}
		}
		told := 0
		for _, p := range places[:min(4, len(places))] {
			var out strings.Builder
			settings := config.New(true)
			if err := settings.Debug(fmt.Sprintf("trace=%s:%d", filepath.Base(p.Filename), p.Line), &out); err != nil {
				t.Fatal(err)
			}
			analyse(t, pkgs, analyzers.New(settings)...)
			if strings.Contains(out.String(), ": "+check+": ") {
				told++
			}
		}
		if told == 0 {
			t.Errorf("%s tells nothing of %v", check, places)
		}
	}
}

// A package that takes more steps than it may fails, and says so.
func TestBudget(t *testing.T) {
	settings := config.New(true)
	if err := settings.Debug("budget=20", nil); err != nil {
		t.Fatal(err)
	}
	g, err := checker.Analyze(analyzers.New(settings), load(t, "cr025", "./staleread/loops"), nil)
	if err != nil {
		t.Fatal(err)
	}
	failed := false
	for act := range g.All() {
		var budget flow.BudgetError
		failed = failed || errors.As(act.Err, &budget) && budget.Steps == 20
	}
	if !failed {
		t.Error("no package failed")
	}
}

// Wherever the budget ends, that is all that a package fails with.
func TestBudgets(t *testing.T) {
	pkgs := load(t, "cr025", "./...")
	for budget := 50; budget < 20000; budget += budget / 3 {
		settings := config.New(true)
		if err := settings.Debug(fmt.Sprintf("budget=%d", budget), nil); err != nil {
			t.Fatal(err)
		}
		g, err := checker.Analyze(analyzers.New(settings), pkgs, nil)
		if err != nil {
			t.Fatal(err)
		}
		for act := range g.All() {
			var spent flow.BudgetError
			if act.Err != nil && !errors.As(act.Err, &spent) && !strings.Contains(act.Err.Error(), "failed prerequisites") {
				t.Errorf("budget %d: %s of %s: %v", budget, act.Analyzer, act.Package.PkgPath, act.Err)
			}
		}
	}
}
