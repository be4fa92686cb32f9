package lostwrite

import (
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/diag"
	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
	"github.com/ctrllint/ctrllint/internal/paths"
	"github.com/ctrllint/ctrllint/internal/place"
)

// report reports what one write loses, at the write.
func (j *judge) report(g *group) {
	first := g.losses[0]
	pos := first.Write.Path[0].Pos()
	if first.Inner {
		pos = first.Write.Pos()
	}
	d := j.syntax.Widen(analysis.Diagnostic{Pos: pos, Message: j.message(g), Related: j.related(g)})
	if g.category.Name == baseCategory.Name {
		if fix, ok := j.copyBase(g); ok {
			d.SuggestedFixes = []analysis.SuggestedFix{fix}
		}
	}
	j.reporter.Report(g.category, d)
}

// reportSame reports a patch that sends nothing of an object, whatever the callers have changed in it.
func (j *judge) reportSame(w *paths.Op) {
	if w.SendsCopy() {
		var related place.Related
		related.Add(w.Base().Copied.Pos(), "the base")
		for _, step := range w.Path[1:] {
			related.Add(step.Pos(), "the call in %s", ir.FuncName(step.Parent()))
		}
		related.Add(place.Named(j.pass, w.Where), "which %s does", w.Where)
		j.reporter.Report(lateCategory, j.syntax.Widen(analysis.Diagnostic{Pos: w.Path[0].Pos(), Related: related, Message: fmt.Sprintf(
			"this sends no change of the %s: the base of the patch is a copy that is made when all changes are, so that there is no difference; make the copy before the changes", j.kindName(w))}))
		return
	}
	category, why := baseCategory, "the very %s that is patched"
	if w.Base().Copied != nil {
		category, why = lateCategory, "a copy of the %s that is made when all changes are"
	}
	j.reporter.Report(category, j.syntax.Widen(analysis.Diagnostic{Pos: w.Path[0].Pos(), Message: fmt.Sprintf(
		"this %s sends no change: its base is "+why+", so that there is no difference; make the base of a copy, before the changes: client.MergeFrom(obj.DeepCopy())",
		w.Name(), j.kindName(w))}))
}

// reportPaired reports a patch that is kept together with the object that is its base.
func (j *judge) reportPaired(p paths.Paired) {
	j.reporter.Report(baseCategory, j.syntax.Widen(analysis.Diagnostic{
		Pos: p.Made.Pos(),
		Message: fmt.Sprintf("the base of this patch is the very object that %s at line %d patches with it, so that there is never a difference; make the base of a copy: client.MergeFrom(obj.DeepCopy())",
			p.Write.Name(), j.line(p.Write.Pos())),
		Related: []analysis.RelatedInformation{{Pos: p.Write.Pos(), Message: "what sends nothing then: " + p.Write.Name()}},
	}))
}

// reportSelf reports a comparison of an object with itself.
func (j *judge) reportSelf(s paths.Self) {
	what := "the " + j.kindName(s.Write)
	if s.Field != "" {
		what = s.Field + " of " + what
	}
	why, when, with := "both are one object, and none a copy", "never made", "copy"
	var related place.Related
	switch {
	case s.List != "":
		what, when, with = s.List+" of the "+j.kindName(s.Write), "not made for a change of what is there already", "DeepCopy"
		why = "what was copied is the struct or slice only, which has the very elements that are changed in place meanwhile"
		related.Add(s.Change.Pos(), "the change of %s", s.List)
	case s.Change != nil:
		why = "both are one map, which has been changed meanwhile, and none a copy"
		related.Add(s.Change.Pos(), "the change of %s", s.Field)
	}
	if s.Others && s.List == "" {
		when = "not made for a change of that"
	}
	related.Add(s.Write.Path[0].Pos(), "what is %s: %s", when, s.Write.Name())
	j.reporter.Report(baseCategory, j.syntax.Widen(analysis.Diagnostic{
		Pos:     s.Call.Pos(),
		Message: fmt.Sprintf("this compares %s with itself: %s, so that %s at line %d is %s; compare with a %s from before the changes", what, why, s.Write.Name(), j.line(s.Write.Path[0].Pos()), when, with),
		Related: related,
	}))
}

// reportTwin reports a patch of two states of an object that are one.
func (j *judge) reportTwin(t paths.Twin) {
	j.reporter.Report(baseCategory, j.syntax.Widen(analysis.Diagnostic{
		Pos: t.Call.Pos(),
		Message: fmt.Sprintf("both states that this makes a patch of are the very %s that is changed before, so that there is no difference; make the change in a copy",
			types.TypeString(ir.Deref(t.Object.Type()), kube.Qualifier(j.pass.Pkg))),
		Related: []analysis.RelatedInformation{{Pos: t.Change.Pos(), Message: "the change, of what is returned then"}},
	}))
}

// reportReread reports a read that takes back whatever the callers have changed in an object.
func (j *judge) reportReread(l *paths.Loss) {
	j.reporter.Report(rereadCategory, j.syntax.Widen(analysis.Diagnostic{
		Pos: l.Write.Pos(),
		Message: fmt.Sprintf("this %s replaces the %s, with all that callers have changed in it, by what is stored, and %s at line %d sends just that; read another object, or take a function that makes the changes anew",
			l.Write.Name(), j.kindName(l.Write), l.Later.Name(), j.line(l.Later.Path[0].Pos())),
		Related: []analysis.RelatedInformation{{Pos: l.Later.Path[0].Pos(), Message: "what writes the old state: " + l.Later.Name()}},
	}))
}

// reportOverread reports a CreateOrUpdate, or CreateOrPatch, that takes back what its object was filled with.
func (j *judge) reportOverread(o paths.Overread) {
	var related place.Related
	for _, by := range o.By {
		related.Add(by.Pos(), "what is set beforehand")
	}
	level := diag.Warning
	if o.Idle {
		level = diag.Note
	}
	j.reporter.Report(rereadCategory.Mild(level), j.syntax.Widen(analysis.Diagnostic{
		Pos: o.Call.Pos(),
		Message: fmt.Sprintf("where the %s is there already, this %s reads it over %s, set beforehand, and its function does not set that again: a change never gets there; set it in the function",
			j.kindName(o.Call), o.Call.Name(), list(o.Fields)),
		Related: related,
	}))
}

// reportSnapshot reports a deferred write of a copy that is made before the changes.
func (j *judge) reportSnapshot(s paths.Snapshot) {
	what := fieldsOf([]*paths.Loss{{Fields: s.Fields}})
	var related place.Related
	for _, by := range s.Changes {
		related.Add(by.Pos(), "what is changed after the copy is made")
	}
	related.Add(s.Write.Pos(), "what writes the copy: %s", s.Write.Name())
	j.reporter.Report(afterCategory, j.syntax.Widen(analysis.Diagnostic{
		Pos: s.Defer.Pos(),
		Message: fmt.Sprintf("this defer statement copies the %s, and %s at line %d writes the copy at the end, without the changes of %s that come after the statement: they are never stored; pass a pointer",
			j.kindName(s.Write), s.Write.Name(), j.line(s.Write.Pos()), what),
		Related: related,
	}))
}

// reportDeferral reports a deferred change that is made after the deferred write.
func (j *judge) reportDeferral(d paths.Deferral) {
	what, name := fieldsOf([]*paths.Loss{{Fields: d.Fields}}), d.Write.Name()
	var related place.Related
	related.Add(d.Write.Path[0].Pos(), "what is deferred later, and run earlier: %s", name)
	j.reporter.Report(afterCategory, j.syntax.Widen(analysis.Diagnostic{
		Pos: d.Defer.Pos(),
		Message: fmt.Sprintf("what is deferred first is run last: this changes %s of the %s after its last write, the deferred %s (line %d), and nothing uses it afterwards: the change is never stored; defer it after that, or make it in the same function before the write",
			what, j.kindName(d.Write), name, j.line(d.Write.Path[0].Pos())),
		Related: related,
	}))
}

// reportResumed reports a retry that takes its own change in memory for stored.
func (j *judge) reportResumed(r paths.Resumed) {
	var related place.Related
	related.Add(r.Change.Pos(), "what sets it in memory")
	related.Add(r.Test.Pos(), "what finds it there")
	related.Add(r.Retry.Call.Pos(), "the retry")
	j.reporter.Report(afterCategory, j.syntax.Widen(analysis.Diagnostic{
		Pos: r.Write.Pos(),
		Message: fmt.Sprintf("when this %s is refused with a conflict, the next try finds %s of the %s set, by the try before, writes nothing and returns no error: the change is never stored; read the object anew in the retried function",
			r.Write.Name(), fieldsOf([]*paths.Loss{{Fields: r.Fields}}), j.kindName(r.Write)),
		Related: related,
	}))
}

// reportPatch reports a patch that sends something else than a change.
func (j *judge) reportPatch(category diag.Category, r paths.Replacement, message string) {
	field := fieldsOf([]*paths.Loss{{Fields: footprint.Set{r.Field: true}}})
	j.reporter.Report(category, j.syntax.Widen(analysis.Diagnostic{
		Pos:     r.Write.Path[0].Pos(),
		Message: fmt.Sprintf("this %s "+message, r.Write.Name(), field, j.kindName(r.Write)),
		Related: []analysis.RelatedInformation{{Pos: r.Change.Pos(), Message: "the change of " + field}},
	}))
}

// message is the sentence of a finding.
func (j *judge) message(g *group) string {
	l := later(g.losses)
	what, kind, write := fieldsOf(g.losses), j.kindName(l.Write), j.writeName(l)
	switch {
	case l.How == paths.Shared:
		return fmt.Sprintf("%s does not send the change of %s: its base is a copy of the %s's struct alone, which has the same map, so that there is no difference; make the base a deep copy, before the change: client.MergeFrom(obj.DeepCopy())", write, what, kind)
	case g.category.Name == baseCategory.Name:
		return fmt.Sprintf("%s does not send the change of %s: its base is the very %s that is changed, so that there is no difference; make the base of a copy, before the change: client.MergeFrom(obj.DeepCopy())", write, what, kind)
	case g.category.Name == lateCategory.Name:
		return fmt.Sprintf("%s does not send the change of %s: the copy of the %s that is its base was made after the change and has it already; copy before the change", write, what, kind)
	case g.category.Name == rereadCategory.Name && l.Write.Verb == kube.VerbPatch:
		return fmt.Sprintf("%s sends its data, and replaces the %s, with its change of %s, by what is stored then, and %s at line %d sends just that; patch another object of that name, or make the change after it", write, kind, what, l.Later.Name(), j.line(l.Later.Path[0].Pos()))
	case g.category.Name == rereadCategory.Name:
		return fmt.Sprintf("%s replaces the %s, with its change of %s, by what is stored, and %s at line %d sends just that; make the change after it", write, kind, what, l.Later.Name(), j.line(l.Later.Path[0].Pos()))
	case l.Later != nil:
		return fmt.Sprintf("%s does not store the change of %s, and replaces the %s in memory with the server's answer, so that %s at line %d writes the old state; make the change after this write", write, what, kind, l.Later.Name(), j.line(l.Later.Path[0].Pos()))
	case g.category.Name == statusCategory.Name:
		return fmt.Sprintf("%s does not store the change of %s: the API server keeps the status of the %s apart, and stores it with Status().Update and Status().Patch only; set it after this write, and write it with one of these", write, what, kind)
	}
	return fmt.Sprintf("%s does not store the change of %s: the API server keeps the status of the %s apart, and stores nothing else with it; write the change with Update or Patch, and the status before that or after it", write, what, kind)
}

// later returns a loss that a later write would have stored, or else the first.
func later(losses []*paths.Loss) *paths.Loss {
	for _, l := range losses {
		if l.Later != nil {
			return l
		}
	}
	return losses[0]
}

// fieldsOf names the fields that are lost.
func fieldsOf(losses []*paths.Loss) string {
	var names []string
	for _, l := range losses {
		for field := range l.Fields {
			if steps := strings.SplitN(field, ".", 3); len(steps) == 3 {
				field = fmt.Sprintf("%s.%s (%s)", steps[0], steps[1], steps[2]) // a condition's type
			}
			names = append(names, field)
		}
	}
	slices.Sort(names)
	return list(slices.Compact(names))
}

// list says names as one does, or the first of them.
func list(names []string) string {
	if len(names) > 3 {
		return strings.Join(names[:3], ", ") + " and more"
	}
	if len(names) > 1 {
		return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
	}
	return names[0]
}

// related points at the changes, the base, and what would have stored them.
func (j *judge) related(g *group) []analysis.RelatedInformation {
	var out place.Related
	for _, l := range g.losses {
		out.Add(l.Change.Pos(), "the change of %s", fieldsOf([]*paths.Loss{l}))
	}
	w := g.losses[0].Write
	if made := w.Base().Made; made != nil && (g.category.Name == baseCategory.Name || g.category.Name == lateCategory.Name) {
		at := made
		if w.Base().Copied != nil {
			at = w.Base().Copied
		}
		out.Add(at.Pos(), "the base")
	}
	for i, step := range w.Path {
		if i == 0 != g.losses[0].Inner && len(w.Path) > 1 {
			out.Add(step.Pos(), "the call in %s", ir.FuncName(step.Parent()))
		}
	}
	out.Add(place.Named(j.pass, w.Where), "which %s does", w.Where)
	if l := later(g.losses); l.Later != nil {
		out.Add(l.Later.Path[0].Pos(), "what writes the old state: %s", l.Later.Name())
	}
	for _, w := range g.again {
		out.Add(w.Path[0].Pos(), "nor does this store it: %s", w.Name())
	}
	return out
}

// kindName names the kind of an object as the package's author does.
func (j *judge) kindName(op *paths.Op) string {
	k := op.What.Kind
	switch {
	case !k.Known():
		return "object"
	case k.Pkg == j.pass.Pkg.Path():
		return k.Name
	}
	return k.String()
}

// writeName says what the write is, and where, if it is elsewhere.
func (j *judge) writeName(l *paths.Loss) string {
	w := l.Write
	if w.Where != "" {
		return "the " + w.Name() + " in " + w.Where
	}
	if len(w.Path) > 1 && !l.Inner {
		p := j.pass.Fset.Position(w.Pos())
		return fmt.Sprintf("the %s at %s:%d", w.Name(), filepath.Base(p.Filename), p.Line)
	}
	return "this " + w.Name()
}

func (j *judge) line(pos token.Pos) int { return j.pass.Fset.Position(pos).Line }
