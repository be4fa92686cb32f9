package lostwrite

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/domain/change"
	"github.com/ctrllint/ctrllint/internal/paths"
)

// A tracer tells what becomes of the changes and writes in a line.
type tracer struct {
	config.Trace
	j *judge
}

// writes tells what the writes in the line do with changes.
func (t tracer) writes() {
	if !t.On() {
		return
	}
	does := map[paths.Keeping]string{paths.UnknownKeeping: "which can't be said", paths.Stores: "stored", paths.Drops: "left out"}
	var told []ssa.CallInstruction
	for _, fn := range t.j.info.Functions {
		for _, w := range t.j.info.Writes(fn) {
			if t.At(w.Pos()) && !slices.Contains(told, w.Call) {
				told = append(told, w.Call)
				t.Say(w.Pos(), "%s: changes of the status are %s, others %s; the base of a patch is known: %t",
					w.Name(), does[t.j.keeps(w, "Status")], does[t.j.keeps(w, "Spec")], w.Base().Known())
			}
		}
	}
}

// loss tells of a change that is lost.
func (t tracer) loss(l *paths.Loss) {
	if !t.On() || !t.At(l.Change.Pos()) && !t.At(l.Write.Pos()) {
		return
	}
	category, matters := t.j.categoryOf(l)
	t.Say(l.Change.Pos(), "the change of %s is lost at line %d (%s); it matters: %t; another path stores it: %t",
		l.Fields, t.j.pass.Fset.Position(l.Write.Pos()).Line, category.Name, matters, l.Elsewhere)
}

// dropped tells of a change that nothing looks at.
func (t tracer) dropped(d *change.Dropped) {
	if t.On() && t.At(d.By[0].Pos()) {
		category, _ := t.j.aboutDropped(d)
		t.Say(d.By[0].Pos(), "nothing looks at the change afterwards (%s)", category.Name)
	}
}
