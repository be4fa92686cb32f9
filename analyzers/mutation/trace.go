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
	fset := j.pass.Fset
	at := func(pos token.Pos) bool { return t.At(fset.Position(pos)) }
	info.Explain(at, func(pos token.Pos, text string) { t.Print("mutation", fset.Position(pos), "%s", text) })
	for _, fn := range info.Functions {
		for _, c := range info.Changes(fn) {
			if at(c.By.Pos()) || at(c.Root.Source.Pos) {
				t.Print("mutation", fset.Position(c.By.Pos()), "changes an object that line %d hands out (%s): reported, or named beside another change of it, unless its category is off, its file is not judged, or a comment silences it",
					fset.Position(c.Root.Source.Pos).Line, categoryOf(c).Name)
			}
		}
	}
}
