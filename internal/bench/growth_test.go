package main

import (
	"flag"
	"os"
	"testing"
	"time"

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

// Twice the size takes at most about twice the time.
func TestGrowth(t *testing.T) {
	err := family.Measure(fixture.Module(t, "cr025"), family.All(), checks(), 20*time.Second, func(g family.Growth) {
		if superlinear[g.Family.Name+"/"+g.Check] {
			return
		}
		if worst := g.Worst(negligible); worst > atMost || g.Failed != "" {
			t.Errorf("%s on twice as many %s takes up to %.1f times as long: %v %s", g.Check, g.Family.Doc, worst, g.CPU, g.Failed)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}
