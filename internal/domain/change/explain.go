package change

import (
	"cmp"
	"fmt"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// Explain says, for the instructions at places, which of them hand out objects of a cache, what they change and whose that
// is, or where knowledge ends.
func (in *Info) Explain(at func(token.Pos) bool, say func(token.Pos, string)) {
	for _, fn := range in.Functions {
		for call := range ir.All[*ssa.Call](fn.Blocks) {
			if at(call.Pos()) && in.trace.sourceOf(call, 0) != nil {
				say(call.Pos(), "hands out an object that a cache holds, or a list of them")
			}
		}
		for _, e := range in.Effects(fn) {
			if !at(e.By.Pos()) {
				continue
			}
			roots := in.trace.rootsOf(e)
			for _, r := range roots {
				say(e.By.Pos(), e.what()+": "+r.explain())
			}
			if len(roots) == 0 {
				say(e.By.Pos(), e.what()+": of the program's own, or of what can't be followed")
			}
		}
	}
}

func (e Effect) what() string { return cmp.Or(e.Where, e.What) + " changes something" }

// explain says what is known of the owner of what is changed.
func (r Root) explain() string {
	owner := "what a cache holds"
	if r.Source == nil {
		owner = "parameter " + r.Param.Name() + ", so that callers decide"
	}
	field := cmp.Or(Fields(r.Path), "the whole")
	switch {
	case r.away() > 0:
		return fmt.Sprintf("its own, %d references away from %s of %s", r.away(), field, owner)
	case r.Copied:
		return fmt.Sprintf("%s of %s, by way of a shallow copy", field, owner)
	}
	return fmt.Sprintf("%s of %s", field, owner)
}
