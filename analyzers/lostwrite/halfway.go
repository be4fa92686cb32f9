package lostwrite

import (
	"fmt"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
	"github.com/ctrllint/ctrllint/internal/paths"
	"github.com/ctrllint/ctrllint/internal/place"
)

// halfways reports the writes that are tried only where another one has just been made, but for those that are told to store
// nothing as it is.
func (j *judge) halfways(useless map[ssa.CallInstruction]bool) {
	told := map[ssa.CallInstruction]bool{}
	for _, fn := range j.info.Functions {
		for _, h := range j.info.Halfways(fn) {
			if w := h.Second; !told[w.Call] && !useless[w.Call] && !kube.IsEventKind(w.What.Kind.Pkg, w.What.Kind.Name) && j.storesAll(h.First, h.Mark) {
				told[w.Call] = true
				j.reportHalfway(h)
			}
		}
	}
}

// storesAll tells whether a write stores all of some fields.
func (j *judge) storesAll(w *paths.Op, fields footprint.Set) bool {
	for path := range fields {
		if top, _, _ := strings.Cut(path, "."); j.keeps(w, top) != paths.Stores {
			return false
		}
	}
	return true
}

// reportHalfway reports a write that is never made if it fails once.
func (j *judge) reportHalfway(h paths.Halfway) {
	first, second := h.First, h.Second
	n := 0 // where the ways to both part
	for first.Path[n] == second.Path[n] {
		n++
	}
	var related place.Related
	related.Add(first.Path[n].Pos(), "the first write: %s", first.Name())
	related.Add(seenAt(h), "where the next reconcile sees that it has been made")
	for i, step := range second.Path {
		if i != n {
			related.Add(step.Pos(), "the call in %s", ir.FuncName(step.Parent()))
		}
	}
	related.Add(place.Named(j.pass, second.Where), "which %s does", second.Where)
	sees := "finds the " + j.kindName(first)
	switch {
	case first.Verb == kube.VerbDelete:
		sees = "misses the " + j.kindName(first)
	case h.Mark != nil:
		sees = fmt.Sprintf("finds %s of the %s set", fieldsOf([]*paths.Loss{{Fields: h.Mark}}), j.kindName(first))
	}
	advice := "write this first, or look at both each time"
	if first.What.Kind == second.What.Kind && second.Verb != kube.VerbCreate {
		advice = "look at both each time"
	}
	j.reporter.Report(halfwayCategory, j.syntax.Widen(analysis.Diagnostic{
		Pos: second.Path[n].Pos(),
		Message: fmt.Sprintf("when this %s of the %s fails once it is never made: the next reconcile %s, by the %s at line %d, and takes another way; %s",
			second.Name(), j.kindName(second), sees, first.Name(), j.line(first.Path[n].Pos()), advice),
		Related: related,
	}))
}

// seenAt is where a later reconcile sees that the first write has been made.
func seenAt(h paths.Halfway) token.Pos {
	if branch, ok := h.Found.(*ssa.If); ok {
		return branch.Cond.Pos()
	}
	return h.Found.Pos()
}
