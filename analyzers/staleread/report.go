package staleread

import (
	"fmt"
	"go/token"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/diag"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
	"github.com/ctrllint/ctrllint/internal/paths"
	"github.com/ctrllint/ctrllint/internal/place"
)

// report reports a stale read at its place, with the write as related information, and what has the same cause.
func (j *judge) report(f *finding) {
	d := j.syntax.Widen(analysis.Diagnostic{
		Pos:     f.pair.Read.Pos(),
		Message: j.message(f),
		Related: append(j.related(f.pair), j.others(f)...),
	})
	if f.category.Name == getCategory.Name && rereadsVariable(f.pair) {
		if fix, ok := j.removeRead(f.pair); ok {
			d.SuggestedFixes = []analysis.SuggestedFix{fix}
		}
	}
	j.reporter.Report(f.category, d)
}

// message is the sentence of a finding.
func (j *judge) message(f *finding) string {
	said := j.whatHappens(f)
	if i := strings.LastIndex(said, ";"); i >= 0 && j.chosen(f) {
		said = said[:i] + " (where the set-up chooses the manager's client)" + said[i:]
	}
	return said
}

// chosen tells whether the read is answered by a cache in some set-ups of one program only.
func (j *judge) chosen(f *finding) bool {
	return f.pair.Read.Via == kube.Client && j.known(f.pair.Read).Chosen
}

// whatHappens is the sentence, but for the set-ups in which it is so.
func (j *judge) whatHappens(f *finding) string {
	category, p, how, follows := f.category, f.pair, f.how, f.follows.says
	w, r := p.Write, p.Read
	kind := j.kindName(r)
	write := j.writeName(w)
	reads := j.readName(r)
	state := "the state before the write"
	if f.follows.none {
		state = "nothing yet"
	}
	switch {
	case p.Lost && p.Retried:
		return fmt.Sprintf("once %s has read the %s anew since %s was refused, the function returns nil: the retry ends as if that had succeeded, and the change is lost; return the conflict", reads, kind, write)
	case p.Lost:
		return fmt.Sprintf("the error of %s replaces the conflict with which %s was refused: once the %s is read, callers take the change for stored, and nobody tries again but by another event; return the conflict", reads, write, kind)
	case category.Name == retrylostCategory.Name:
		return j.unheard(p, write, kind, reads)
	case category.Name == retryCategory.Name && w == r:
		return fmt.Sprintf("%s in a retry on conflict reads the %s from the cache, which may still hold the state that was refused, so every try may fail like the first; return the conflict and let the queue try again, or read through the API reader", reads, kind)
	case category.Name == retryCategory.Name:
		return fmt.Sprintf("%s after a conflict reads the %s from the cache, which may still hold the state that %s was refused for, so the next try may fail too; read it through the API reader, or return the conflict", reads, kind, write)
	case category.Name == existsCategory.Name:
		return j.asksAgain(p, write, kind, reads)
	case p.Back != nil:
		return j.comesBack(p)
	case how == inOtherForm && w.What.Projection == r.What.Projection:
		return fmt.Sprintf("%s after %s may return the %s as it was before: read-your-writes consistency notes writes of unstructured objects as those of typed ones, and this read doesn't wait for them; read the %s typed, or through the API reader", reads, write, kind, kind)
	case how == inOtherForm:
		return fmt.Sprintf("%s after %s reads the %s in another projection than was written, for which read-your-writes doesn't wait, so it may return the state before the write; read and write it in the same projection", reads, write, kind)
	case category.Name == compositeCategory.Name:
		return fmt.Sprintf("%s after %s reads the %s from the cache, which may miss that write, and %s; %s", reads, write, kind, again(w), j.instead(w, category))
	case j.lingers(p):
		return fmt.Sprintf("%s after %s finds the %s as long as its grace period lasts, in the cache and at the API server; return and let the delete event bring the next reconcile, or look at its deletion timestamp", reads, write, kind)
	case category.Name == listCategory.Name || category.Name == listerCategory.Name && r.Verb == kube.VerbList:
		return fmt.Sprintf("%s after %s lists %s from the cache, which may not have seen that write: %s%s; count in what was just written, or list through the API reader", reads, write, kube.Plural(kind), missing(w, category, f.follows), follows)
	case w.Verb == kube.VerbDelete || w.Verb == kube.VerbDeleteAll:
		return fmt.Sprintf("%s after %s reads the %s from the cache, which most likely still holds the deleted object; %s", reads, write, kind, "return and let the delete event bring the next reconcile, or ask through the API reader")
	case scaffold(p):
		return fmt.Sprintf("%s after %s needlessly replaces the %s with what the cache holds, which may be an older state than was written, so that the next update conflicts or undoes it; leave out the Get: the object has what the server answered", reads, write, kind)
	case rereadsVariable(p):
		return fmt.Sprintf("%s after %s replaces the %s with what the cache holds, which may be %s%s; leave out the Get: the object that was passed to %s has what the server answered", reads, write, kind, state, follows, w.Name())
	}
	return fmt.Sprintf("%s after %s reads the %s from the cache, which may have %s%s; %s", reads, write, kind, state, follows, j.instead(w, category))
}

// asksAgain says it of a read after AlreadyExists.
func (j *judge) asksAgain(p *paths.Pair, write, kind, reads string) string {
	if !j.missedBefore(p) {
		return fmt.Sprintf("%s failed since the %s exists, and %s asks the cache, which may not have it yet if it was made a moment ago; read through the API reader, or return and let the queue try again", write, kind, reads)
	}
	return fmt.Sprintf("%s failed since the %s exists, of which the cache did not know, and %s asks the cache again, which may still not know it; read through the API reader, or return and let the queue try again", write, kind, reads)
}

// again says what CreateOrUpdate and kin do after a write that their read misses.
func again(w *paths.Op) string {
	switch {
	case updates(w):
		return "updates an old state"
	case deletes(w):
		return "takes what was deleted for what is there: the update of that is refused, or nothing is found to be done"
	}
	return "creates it again or updates an old state"
}

// missing says what a list from a cache that hasn't seen the write gets wrong.
func missing(w *paths.Op, category diag.Category, follows consequence) string {
	switch {
	case follows.older:
		return ""
	case w.Verb == kube.VerbCreate, w.Verb >= kube.VerbCreateOrUpdate:
		return "the new object may be missing"
	case updates(w) && category.Name == listCategory.Name:
		return "an object may still be selected by the label that it had, or not yet by the one that it has"
	case updates(w):
		return "an object may be as it was before, and what follows undo the write or conflict"
	}
	return "the deleted object may still be there"
}

// instead says what to use in place of a stale read. The pages have all ways out.
func (j *judge) instead(w *paths.Op, category diag.Category) string {
	if category.Name == compositeCategory.Name && (w.Via == kube.Client || w.Via == kube.Subresource) {
		return "do it in one call, or set Client.Cache.EnableReadYourWritesConsistency (controller-runtime 0.25)"
	}
	const live = "read through the API reader"
	switch {
	case w.Where != "", w.Aside:
	case w.Via == kube.Clientset || w.Via == kube.Dynamic || w.Via == kube.Metadata:
		return "use the object that " + w.Name() + " returned, or " + live
	case w.Verb == kube.VerbCreate, w.Verb == kube.VerbUpdate, w.Verb == kube.VerbPatch:
		return "use the object passed to " + w.Name() + ", which has what the server answered, or " + live
	}
	return live
}

// unheard is the sentence of a try after a conflict of which nobody hears that it has failed as well.
func (j *judge) unheard(p *paths.Pair, write, kind, reads string) string {
	if p.Write == p.Read {
		return fmt.Sprintf("%s in a retry on conflict reads the %s from the cache, which may still hold the state that was refused; when all tries are refused, nobody hears of it, and the change is lost; return the error", reads, kind)
	}
	last := "the last try"
	if again := j.info.Unheard(p); again != nil && again != p.Write {
		last = j.writeName(again)
	}
	return fmt.Sprintf("%s after a conflict reads the %s from the cache, which may still hold the state that %s was refused for; when %s is refused as well, nobody hears of it, and the change is lost; return its error", reads, kind, write, last)
}

// kindName names the kind of an object as the package's author does.
func (j *judge) kindName(op *paths.Op) string {
	k := op.What.Kind
	switch {
	case !k.Known():
		return "object"
	case k.Pkg == kube.Path(j.pass.Pkg.Path()):
		return k.Name
	}
	return k.String()
}

// writeName says what the write is and where: the Update in line 12.
func (j *judge) writeName(w *paths.Op) string {
	if w.Where != "" {
		return "the " + w.Name() + " in " + w.Where
	}
	return "the " + w.Name() + " " + j.place(w.Pos())
}

func (j *judge) place(pos token.Pos) string {
	p := j.pass.Fset.Position(pos)
	return fmt.Sprintf("at %s:%d", filepath.Base(p.Filename), p.Line)
}

// readName says what the read is, and where, if it is in another package.
func (j *judge) readName(r *paths.Op) string {
	if r.Where != "" {
		return "the " + r.Name() + " in " + r.Where
	}
	return r.Name()
}

// related points at the write, and at the calls that lead from the function which comes to both.
func (j *judge) related(p *paths.Pair) []analysis.RelatedInformation {
	if p.Write == p.Read {
		return nil
	}
	var out place.Related
	if p.Write.Call != p.Read.Call { // or else what writes calls this function
		out.Add(p.Write.Pos(), "the write: %s of the %s", p.Write.Name(), j.kindName(p.Write))
	}
	out.Add(place.Named(j.pass, p.Write.Where), "which %s does", p.Write.Where)
	if p.Back != nil {
		out.Add(j.back(p.Back), "which brings the %s back", broughtBack(p.Back))
	}
	if again := j.info.Unheard(p); again != nil && again != p.Write {
		out.Add(again.Pos(), "the next try: %s, of which nobody hears if it is refused", again.Name())
	}
	for _, step := range inner(p.Write) {
		out.Add(step.Pos(), "which %s calls", ir.FuncName(step.Parent()))
	}
	for _, step := range inner(p.Read) {
		out.Add(step.Pos(), "then %s leads to the read", ir.FuncName(step.Parent()))
	}
	out.Add(place.Named(j.pass, p.Read.Where), "the read: %s", p.Read.Name())
	return out
}

// others points at what has the same cause as a finding: other reads after the write, and other ways to the read.
func (j *judge) others(f *finding) []analysis.RelatedInformation {
	var out []analysis.RelatedInformation
	seen := map[token.Pos]bool{f.pair.Read.Pos(): true, f.pair.Read.Path[0].Pos(): true, f.pair.Write.Pos(): true, f.pair.Write.Path[0].Pos(): true}
	add := func(pos token.Pos, format string, args ...any) {
		if !seen[pos] && len(out) < maxOthers {
			seen[pos] = true
			out = append(out, analysis.RelatedInformation{Pos: pos, Message: fmt.Sprintf(format, args...)})
		}
	}
	for _, o := range f.below {
		add(o.pair.Read.Pos(), "the same again: %s", j.readName(o.pair.Read))
	}
	for _, p := range f.after {
		add(p.Write.Path[0].Pos(), "the same after this: %s", j.writeName(p.Write))
		add(p.Read.Path[0].Pos(), "the same by this call: %s", j.readName(p.Read))
	}
	return out
}

// maxOthers bounds how many places of the same cause a finding names.
const maxOthers = 12

// inner returns the calls that lead to the one where an operation is to be seen.
func inner(op *paths.Op) []ssa.CallInstruction {
	path := op.Path[:len(op.Path)-1]
	for len(path) > 0 && path[len(path)-1].Pos() == op.Pos() {
		path = path[:len(path)-1]
	}
	return path
}

// reportBlind reports a retry that never reads what it writes.
func (j *judge) reportBlind(r *paths.Retry, w *paths.Op) {
	d := j.syntax.Widen(analysis.Diagnostic{
		Pos: w.Pos(),
		Message: fmt.Sprintf("a retry of this %s sends the same %s again, with the resource version that was refused, so every try fails like the first; read it anew through the API reader in the retried function, or return the conflict and let the queue try again",
			w.Name(), j.kindName(w)),
	})
	if r.Call != nil {
		d.Related = []analysis.RelatedInformation{{Pos: r.Call.Pos(), Message: "the retry"}}
	}
	j.reporter.Report(retryblindCategory, d)
}

// reportEmptied reports a retry whose next try writes what the refused write returned.
func (j *judge) reportEmptied(r *paths.Retry, w *paths.Op) {
	d := j.syntax.Widen(analysis.Diagnostic{
		Pos: w.Pos(),
		Message: fmt.Sprintf("when this %s of the %s is refused, the next try sends what it returned: a clientset returns an empty object with an error, not nil, so every further try fails for want of a name; keep the object, and read it anew in the retried function",
			w.Name(), j.kindName(w)),
	})
	if r.Call != nil {
		d.Related = []analysis.RelatedInformation{{Pos: r.Call.Pos(), Message: "the retry"}}
	}
	j.reporter.Report(retryblindCategory, d)
}

// reportForgotten reports a retry that isn't told when a write is refused.
func (j *judge) reportForgotten(r *paths.Retry, w *paths.Op, known paths.Outlook) {
	category, comes := retrylostCategory, "nil when %s of the %s is refused: the retry ends as if it had succeeded, and the change is lost; return the error"
	if known == paths.Disguised {
		category, comes = category.Mild(diag.Note), "an error that has only the text of the conflict when %s of the %s is refused: there is no other try; wrap the conflict with %%w"
	}
	d := j.syntax.Widen(analysis.Diagnostic{
		Pos:     w.Path[0].Pos(),
		Message: fmt.Sprintf("the function that is to be tried again after a conflict returns "+comes, w.Name(), j.kindName(w)),
	})
	if r.Call != nil {
		d.Related = []analysis.RelatedInformation{{Pos: r.Call.Pos(), Message: "the retry"}}
	}
	j.reporter.Report(category, d)
}

// rereadsVariable tells whether the read fills the very variable that was just written.
func rereadsVariable(p *paths.Pair) bool {
	refreshed := p.Write.Verb == kube.VerbCreate || p.Write.Verb == kube.VerbUpdate || p.Write.Verb == kube.VerbPatch
	if calls(p) > 2 {
		return false // in two calls of the function, say
	}
	viaClient := p.Write.Via == kube.Client || p.Write.Via == kube.Subresource
	return !p.Failed && refreshed && viaClient && !p.Write.Aside && p.Read.Verb == kube.VerbGet && paths.SameVariable(p.Write, p.Read)
}

// scaffold tells whether the pair is what kubebuilder's scaffold has: an update of the status, and then a read of the
// same object to have its latest state.
func scaffold(p *paths.Pair) bool {
	return rereadsVariable(p) && p.Write.Via == kube.Subresource && p.Write.Sub == status
}
