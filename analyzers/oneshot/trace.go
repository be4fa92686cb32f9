package oneshot

import (
	"cmp"
	"slices"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/domain/handler"
	"github.com/ctrllint/ctrllint/internal/domain/work"
)

// trace tells which event functions stand or are registered in a line, or come to work there, and what work they come
// to.
func (j *judge) trace(t config.Trace, events []*handler.Event) {
	if !t.On() {
		return
	}
	for _, e := range slices.SortedStableFunc(slices.Values(events), func(a, b *handler.Event) int { return cmp.Compare(j.at(a), j.at(b)) }) {
		if e.Func.Fn == nil {
			continue // of another package
		}
		found := j.info.From(e.Func.Fn)
		if !t.At(e.Site) && !t.Function(e.Func.Fn) && !slices.ContainsFunc(found, func(f *work.Found) bool {
			return t.At(f.Leaf.Site.Pos())
		}) {
			continue
		}
		t.Say(e.Site, "%s runs as %s and comes to %d pieces of work", e.Func.Fn, e.Role, len(found))
		for _, f := range found {
			how := "at once"
			if f.Async() {
				how = "in a goroutine"
			}
			t.Say(f.Leaf.Site.Pos(), "%s (%s), %s, %d calls away", f.Leaf.What, categoryOf[f.Leaf.Class].Name, how, len(f.Calls))
		}
	}
}

// at is the place of an event function as text, by which what is told has the same order in each run.
func (j *judge) at(e *handler.Event) string { return j.pass.Fset.Position(e.Site).String() }
