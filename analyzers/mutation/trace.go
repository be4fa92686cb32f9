package mutation

import (
	"go/token"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/domain/change"
)

// trace tells what the instructions in a line change and whose that is, and which changes of a cache's objects are found
// there, or in objects that the line hands out.
func (j *judge) trace(t config.Trace, info *change.Info) {
	if !t.On() {
		return
	}
	info.Explain(t.At, func(pos token.Pos, text string) { t.Say(pos, "%s", text) })
	for _, fn := range info.Functions {
		for _, c := range info.Changes(fn) {
			if t.At(c.By.Pos()) || t.At(c.Root.Source.Pos) {
				t.Say(c.By.Pos(), "changes an object that line %d hands out (%s): reported, or named beside another change of it, unless its category is off, its file is not judged, or a comment silences it",
					j.pass.Fset.Position(c.Root.Source.Pos).Line, categoryOf(c).Name)
			}
		}
	}
}
