package staleread

import (
	"cmp"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/diag"
	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/domain/subresource"
	"github.com/ctrllint/ctrllint/internal/domain/use"
	"github.com/ctrllint/ctrllint/internal/domain/work"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
	"github.com/ctrllint/ctrllint/internal/model"
	"github.com/ctrllint/ctrllint/internal/paths"
	"github.com/ctrllint/ctrllint/internal/place"
)

// Analyzer is the staleread check with the default settings.
var Analyzer = New(config.Default, model.Analyzer)

// New returns the staleread check, which goes by the package model's analyzer.
func New(settings *config.Settings, models *analysis.Analyzer) *analysis.Analyzer {
	a := model.Check(settings, models, "staleread", doc, categories, run)
	settings.RegisterClients(&a.Flags)
	return a
}

func run(pass *analysis.Pass, m *model.Package, reporter *diag.Reporter, trace config.Trace) {
	if m.Paths == nil {
		return
	}
	info := m.Paths
	j := &judge{pass: pass, info: info, work: m.Work, statuses: m.Kinds, uses: m.Uses.Uses, reporter: reporter, syntax: place.NewSyntax(pass.Files)}
	j.trace = tracer{trace, j}
	j.trace.calls()
	pairs := j.sorted(slices.Concat(ir.FlatMap(info.Functions, info.Pairs), ir.FlatMap(info.Functions, info.Comebacks)))
	j.lost = map[ssa.CallInstruction]bool{}
	for _, p := range pairs {
		if p.Lost || j.info.Unheard(p) != nil {
			j.lost[p.Read.Call] = true
		}
	}
	for _, view := range info.Views() {
		j.in(view, pairs)
	}
}

// in judges what a package does in one view.
func (j *judge) in(view client.View, pairs []*paths.Pair) {
	j.reporter.In(view.Programs)
	j.view = view
	j.found, j.findings = map[ssa.CallInstruction]*finding{}, nil
	for _, fn := range j.info.Functions {
		for _, r := range j.info.Retries(fn) {
			j.retry(r)
		}
		for _, p := range j.info.Loads(fn) {
			if j.answered(p.Write, p.Read) != fresh {
				j.report(&finding{category: retryCategory, pair: p, how: inCache})
			}
		}
	}
	for _, p := range pairs {
		if !view.Elsewhere(p.Read.Path[0].Pos(), j.info.Views()) {
			j.pair(p)
		}
	}
	for _, f := range j.grouped(j.findings) {
		j.report(f)
	}
}

// sorted puts pairs in the order of the source: for each read, the write first that is the fewest calls away, and then
// the nearest before it; of several in what one call leads to, the last.
func (j *judge) sorted(pairs []*paths.Pair) []*paths.Pair {
	slices.SortStableFunc(pairs, func(a, b *paths.Pair) int {
		return cmp.Or(j.order(a.Read.Pos(), b.Read.Pos()), cmp.Compare(calls(a), calls(b)),
			cmp.Compare(distance(a), distance(b)), j.order(b.Write.Pos(), a.Write.Pos()))
	})
	return pairs
}

// order compares two places, those in different files by the names of these: files are read at the same time, so that
// their positions are in another order each time.
func (j *judge) order(a, b token.Pos) int {
	if j.pass.Fset.File(a) == j.pass.Fset.File(b) {
		return cmp.Compare(a, b)
	}
	return strings.Compare(j.pass.Fset.Position(a).Filename, j.pass.Fset.Position(b).Filename)
}

// calls counts the calls that lead from the function which comes to both to the write and to the read.
func calls(p *paths.Pair) int { return len(p.Write.Path) + len(p.Read.Path) }

// distance is how far the write is before the read in the source; what comes after it, in a loop, is the farthest.
func distance(p *paths.Pair) int {
	w, r := p.Write.Path[0].Pos(), p.Read.Path[0].Pos()
	if w > r {
		return behind
	}
	return int(r - w)
}

// behind is the distance of a write that stands behind the read.
const behind = 1 << 30

// A judge looks for the findings of one package.
type judge struct {
	pass     *analysis.Pass
	info     *paths.Info
	work     *work.Info
	statuses *subresource.Info
	uses     []*use.Use // of caches, in the package
	reporter *diag.Reporter
	syntax   *place.Syntax
	view     client.View // that is judged
	findings []*finding
	found    map[ssa.CallInstruction]*finding // by the read
	lost     map[ssa.CallInstruction]bool     // reads after a conflict of which nobody hears, or not of the next
	trace    tracer
}

// pair judges a read after a write: it is stale if a cache answers it that hasn't seen the write yet, and if that
// matters.
func (j *judge) pair(p *paths.Pair) {
	how, category := j.answered(p.Write, p.Read), j.categoryOf(p)
	switch {
	case p.Lost:
		j.find(&finding{category: category, pair: p})
	case how == fresh:
		j.trace.verdict(p, category, "the API server answers the read, or a cache that waits; or it isn't known who does")
	case p.Back != nil && j.readsLive(p.Read, p.Read.Path[0]):
		j.trace.verdict(p, category, "the reconcile asks the API server too")
	case p.Read.Tries:
		j.trace.verdict(p, category, "the read is that of a retry, which overcomes what is stale or is reported itself")
	case updates(p.Write) && !p.Failed && p.Read.Verb == kube.VerbGet && j.info.Awaited(p):
		j.trace.verdict(p, category, "what is read is older than the write's answer, as its version says, and nothing of it is looked at then")
	case category == retryCategory && j.lost[p.Read.Call]:
		j.trace.verdict(p, category, "what follows is worse than another try that fails, and reported")
	case isRetry(p) && j.readsLive(p.Read, p.Read.Call):
		j.trace.verdict(p, category, "the function asks the API server too")
	case !isRetry(p) && j.immaterial(p, category):
		j.trace.verdict(p, category, "nothing comes of it: what is looked at is nothing that was changed")
	default:
		j.find(&finding{category: category, pair: p, how: how})
	}
}

// find notes a finding. One finding a read is enough, that of the worst, but one of a category that is off is none.
func (j *judge) find(f *finding) {
	f.follows = j.consequenceOf(f.category, f.pair)
	if f.follows.nothing {
		j.trace.verdict(f.pair, f.category, "nothing comes of it: whatever the state, the same is done")
		return
	}
	mild, far := f.follows.mild || f.pair.OfSomeElements() && !f.follows.spared || j.lingers(f.pair) || j.comesLate(f.pair), j.isFarApart(f.pair)
	switch {
	case mild || far:
		f.category = f.category.Mild(diag.Note)
		f.category.Off = f.category.Off || mild && far
	case f.follows.heard:
		f.category.Level = diag.Note
	}
	if first := j.found[f.pair.Read.Call]; first != nil {
		j.trace.verdict(f.pair, f.category, "the read is reported already")
		if first.category.Level < f.category.Level {
			first.category, f.category = f.category, first.category
			first.pair, f.pair = f.pair, first.pair
			first.how, first.follows = f.how, f.follows
		}
		first.after = append(first.after, f.pair)
		return
	}
	j.trace.verdict(f.pair, f.category, "reported, or named below a finding of the same cause, unless its category is off, its file is not judged, or a comment silences it")
	if f.category.Name != retryCategory.Name && j.reporter.On(f.category) && j.reporter.Judged(f.pair.Read.Pos()) {
		j.found[f.pair.Read.Call] = f
		j.findings = append(j.findings, f)
		return
	}
	j.report(f)
}

// lingers tells whether a write deletes an object that the API server itself still has for a while, and what follows the read
// doesn't go by it that it is being deleted.
func (j *judge) lingers(p *paths.Pair) bool {
	w := p.Write
	return deletes(w) && !w.AtOnce && kube.EndsWithGrace(w.What.Kind.Pkg, w.What.Kind.Name) && !j.info.Consequences(p.Read).Decides.OfItems("DeletionTimestamp")
}

// comesLate tells whether so much is asked of the API server or other services between a write and a read that the cache is hardly
// ever still behind.
func (j *judge) comesLate(p *paths.Pair) bool {
	return !p.Failed && !p.Lost && p.Back == nil && j.work.Requests(p.Write.Path, p.Read.Path) == work.Enough
}

// isFarApart tells whether so many calls lead to a write, done on conditions, and to a read that what chooses whether both are done is
// not all seen.
func (j *judge) isFarApart(p *paths.Pair) bool {
	w, r := len(p.Write.Path), len(p.Read.Path)
	return !p.Failed && !p.Lost && p.Back == nil && w > 1 && r > 1 && w+r > maxApart && !j.info.Always(p.Write)
}

// maxApart is how many calls may lead to a write and a read for the conditions on the way to be taken for seen.
const maxApart = 5

// categoryOf returns the category that a stale read after a write belongs to.
func (j *judge) categoryOf(p *paths.Pair) diag.Category {
	switch {
	case p.Lost:
		return retrylostCategory
	case p.Exists:
		return existsCategory
	case p.Failed && j.info.Unheard(p) != nil:
		return retrylostCategory
	case p.Failed:
		return retryCategory
	case p.Read.Verb >= kube.VerbCreateOrUpdate:
		return compositeCategory
	case p.Read.Verb == kube.VerbList && !j.undoes(p):
		return listCategory
	case p.Read.Via == kube.Lister || p.Read.Via == kube.Store:
		return listerCategory
	case deletes(p.Write):
		return deleteCategory
	}
	return getCategory
}

// isRetry tells whether a read after a conflict is there for another try.
func isRetry(p *paths.Pair) bool { return p.Failed && !p.Exists && !p.Lost }

// undoes tells whether objects that a lister lists after one of them was updated are updated in their turn, with what
// the list had of them.
func (j *judge) undoes(p *paths.Pair) bool {
	if p.Read.Via != kube.Lister || p.Read.Where != "" || !updates(p.Write) {
		return false
	}
	_, writes := j.info.After(p.Read.Call)
	return slices.ContainsFunc(writes, func(w *paths.Op) bool {
		return updates(w) && w.What.Kind == p.Read.What.Kind && paths.Derives(w, p.Read)
	})
}

func deletes(w *paths.Op) bool { return w.Verb == kube.VerbDelete || w.Verb == kube.VerbDeleteAll }

func updates(w *paths.Op) bool {
	return w.Verb == kube.VerbUpdate || w.Verb == kube.VerbPatch || w.Verb == kube.VerbApply
}

// readsLive tells whether the function of a call also asks the API server for the kind: then the cache is only the first try.
func (j *judge) readsLive(read *paths.Op, call ssa.CallInstruction) bool {
	return slices.ContainsFunc(j.info.Reads(call.Parent()), func(r *paths.Op) bool {
		return r.What.Kind == read.What.Kind && j.isLive(r)
	})
}

// retry judges a function that is run again after a conflict: it must read anew what it writes, and not from the cache
// which had the state that was refused.
func (j *judge) retry(r *paths.Retry) {
	told := map[ssa.CallInstruction]bool{} // reads, for the first write that may be refused
	category := retryCategory
	if j.info.Unheeded(r) {
		category = retrylostCategory
	}
	for _, w := range j.tried(r) {
		if known := j.info.Refused(r, w); known != paths.Told {
			if known != paths.Hidden && !told[w.Path[0]] {
				told[w.Path[0]] = true
				j.reportForgotten(r, w, known)
			}
			continue // there is no other try
		}
		if j.info.Emptied(r, w) {
			j.reportEmptied(r, w)
			continue
		}
		reads := slices.DeleteFunc(slices.Clone(r.Reads), (*paths.Op).Unused)
		var cached, live *paths.Op
		for _, read := range reads {
			switch {
			case !paths.SameObject(w, read) && !paths.Replaces(w, read):
			case j.isLive(read):
				live = read
			case j.answered(w, read) != fresh:
				cached = cmp.Or(cached, read)
			default:
				live = read // unknown: perhaps
			}
		}
		switch {
		case live != nil || cached != nil && (r.Slow || told[cached.Call] || j.lost[cached.Call]):
		case cached != nil:
			told[cached.Call] = true
			j.report(&finding{category: category, pair: &paths.Pair{Write: w, Read: cached, Failed: true}, how: inCache})
		case w.Verb < kube.VerbCreateOrUpdate && w.Where == "" && !readsKind(reads, w):
			j.blind(r, w)
		case w.Verb >= kube.VerbCreateOrUpdate && j.answered(w, w) != fresh:
			j.report(&finding{category: category, pair: &paths.Pair{Write: w, Read: w, Failed: true}, how: inCache})
		}
	}
}

// tried returns the writes of a retry that may be refused and are tried again then, but for those that another retry in it tries.
func (j *judge) tried(r *paths.Retry) []*paths.Op {
	return slices.DeleteFunc(slices.Clone(r.Writes), func(w *paths.Op) bool { return !w.Locks || !r.Conflict || j.info.Nested(w) })
}

// readsKind tells whether any of the objects that are read is of the kind that is written.
func readsKind(reads []*paths.Op, w *paths.Op) bool {
	return slices.ContainsFunc(reads, func(read *paths.Op) bool { return read.What.Kind == w.What.Kind || !read.What.Kind.Known() })
}

// blind judges a retried write of an object that nothing in the retried function reads.
func (j *judge) blind(r *paths.Retry, w *paths.Op) {
	if _, another := j.info.Resumed(r, w); !another && (j.info.FromOutside(r, w) || j.info.CopiesOutside(r, w)) && !j.info.Assigned(r, w) && !j.info.HandsOn(r, w) && !j.info.CreatedFirst(r, w) {
		j.reportBlind(r, w)
	}
}
