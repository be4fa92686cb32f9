package main

import (
	"flag"
	"os"
	"slices"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/bench/family"
	"github.com/ctrllint/ctrllint/internal/fixture"
)

func TestMain(m *testing.M) {
	family.Child(checks())
	flag.Parse()
	os.Exit(m.Run())
}

const (
	// atMost is by how much the CPU time may grow when the size doubles: by as much, and 30 % for the collector of
	// garbage and others on the machine.
	atMost = 2 * 1.3

	// negligible is less than what can be measured well.
	negligible = 150 * time.Millisecond
)

// superlinear are the checks on families that take more than linear time so far.
var superlinear = map[string]bool{
	"branches/staleread": true,
	"fields/staleread":   true,
	"generics/staleread": true,
	"gotos/staleread":    true,
	"loops/staleread":    true,
	"nested/staleread":   true,
	"ring/staleread":     true,
	"same/staleread":     true,
}

// tries is how often what seems to grow too fast is measured: a machine that does something else meanwhile makes any
// figure larger, and none smaller.
const tries = 3

// Twice the size takes at most about twice the time.
func TestGrowth(t *testing.T) {
	module := fixture.Module(t, "cr025")
	measure := func(families []family.Family, checks []*analysis.Analyzer) (tooMuch []family.Growth) {
		err := family.Measure(module, families, checks, 20*time.Second, func(g family.Growth) {
			if !superlinear[g.Family.Name+"/"+g.Check] && (g.Worst(negligible) > atMost || g.Failed != "") {
				tooMuch = append(tooMuch, g)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		return tooMuch
	}
	for _, g := range measure(family.All(), checks()) {
		check := slices.DeleteFunc(checks(), func(a *analysis.Analyzer) bool { return a.Name != g.Check })
		again := []family.Growth{g}
		for try := 1; try < tries && len(again) > 0; try++ {
			again = measure([]family.Family{g.Family}, check)
		}
		for _, g := range again {
			t.Errorf("%s on twice as many %s takes up to %.1f times as long: %v %s", g.Check, g.Family.Doc, g.Worst(negligible), g.CPU, g.Failed)
		}
	}
}
