package lostwrite

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/diag"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/domain/subresource"
	"github.com/ctrllint/ctrllint/internal/kube"
	"github.com/ctrllint/ctrllint/internal/model"
	"github.com/ctrllint/ctrllint/internal/paths"
	"github.com/ctrllint/ctrllint/internal/place"
)

// Analyzer is the lostwrite check with the default settings.
var Analyzer = New(config.Default, model.Analyzer)

// New returns the lostwrite check, which goes by the package model's analyzer.
func New(settings *config.Settings, models *analysis.Analyzer) *analysis.Analyzer {
	return model.Check(settings, models, "lostwrite", doc, categories, run)
}

func run(pass *analysis.Pass, m *model.Package, reporter *diag.Reporter, trace config.Trace) {
	j := &judge{pass: pass, info: m.Paths, reporter: reporter, statuses: m.Kinds, syntax: place.NewSyntax(pass.Files)}
	j.trace = tracer{trace, j}
	if m.Paths != nil {
		j.run()
	}
	if m.Changes != nil {
		j.dropped(m.Changes)
	}
}

// A judge looks for the findings of one package.
type judge struct {
	pass     *analysis.Pass
	info     *paths.Info
	reporter *diag.Reporter
	statuses *subresource.Info
	written  map[kind.Kind]bool // whose status the package writes through the subresource
	syntax   *place.Syntax
	trace    tracer
}

func (j *judge) run() {
	j.written = map[kind.Kind]bool{}
	for _, fn := range j.info.Functions {
		for _, w := range j.info.Writes(fn) {
			if w.Sub == "Status" && w.What.Kind.Known() {
				j.written[w.What.Kind] = true
			}
		}
	}
	j.trace.writes()
	same := map[*ssa.Function][]*paths.Op{}
	useless := map[ssa.CallInstruction]bool{}
	for _, fn := range j.info.Functions {
		same[fn] = j.info.Differences(fn)
		for _, w := range same[fn] {
			useless[w.Path[0]] = w.SendsCopy()
		}
	}
	done, made := map[ssa.CallInstruction]bool{}, map[ssa.CallInstruction]bool{}
	for _, group := range byChange(byWrite(j.losses(useless), j.categoryOf)) {
		first := group.losses[0]
		if group.category.Name == baseCategory.Name && first.Inner && len(first.Write.Path) > 1 {
			continue // see Differences
		}
		if apart := group.category.Name == statusCategory.Name || group.category.Name == specCategory.Name; apart && j.statuses.Denied(first.Write.What.Kind) {
			continue
		}
		done[first.Write.Call], done[first.Write.Path[0]] = true, true
		made[first.Write.Base().Made] = true
		j.report(group)
	}
	for _, fn := range j.info.Functions {
		j.patterns(fn, same[fn], done, made)
	}
	j.halfways(done)
}

// patterns reports what is no change followed to a write: same are the function's patches whose base is the very object, done the
// writes of which something is told already, and made what has made the bases of these.
func (j *judge) patterns(fn *ssa.Function, same []*paths.Op, done, made map[ssa.CallInstruction]bool) {
	for _, p := range j.info.Paired(fn) {
		if !made[p.Made] {
			j.reportPaired(p)
		}
	}
	for _, s := range j.info.Selves(fn) {
		j.reportSelf(s)
	}
	for _, t := range j.info.Twins(fn) {
		j.reportTwin(t)
	}
	for _, w := range same {
		if !done[w.Path[0]] {
			j.reportSame(w)
		}
	}
	for _, l := range j.info.Rereads(fn) {
		if !done[l.Write.Call] && sendsObject(l.Later) {
			j.reportReread(l)
		}
	}
	for _, o := range j.info.Overreads(fn) {
		j.reportOverread(o)
	}
	for _, s := range j.info.Snapshots(fn, j.keeps) {
		j.reportSnapshot(s)
	}
	for _, d := range j.info.Deferrals(fn, j.keeps) {
		j.reportDeferral(d)
	}
	for _, r := range j.info.Misplaced(fn, j.keeps) {
		if !done[r.Write.Call] && !j.statuses.Denied(r.Write.What.Kind) {
			j.reportPatch(statusCategory, r, "does not store %s: the API server keeps the status of the %s apart, and stores it only where the write is of that: through Status(), by UpdateStatus or ApplyStatus, or for the subresource \"status\"")
		}
	}
	j.resumed(fn)
	j.contraries(fn)
}

// losses returns what is lost, but for what calls lose that are useless themselves, and told of.
func (j *judge) losses(useless map[ssa.CallInstruction]bool) []*paths.Loss {
	var losses []*paths.Loss
	for _, fn := range j.info.Functions {
		losses = append(losses, j.info.Losses(fn, j.keeps)...)
	}
	slices.SortStableFunc(losses, func(a, b *paths.Loss) int {
		return cmp.Or(cmp.Compare(a.Write.Pos(), b.Write.Pos()), cmp.Compare(a.Write.Path[0].Pos(), b.Write.Path[0].Pos()), cmp.Compare(a.Change.Pos(), b.Change.Pos()))
	})
	for _, l := range losses {
		j.trace.loss(l)
	}
	return slices.DeleteFunc(losses, func(l *paths.Loss) bool {
		return slices.ContainsFunc(l.Write.Path[1:], func(step ssa.CallInstruction) bool { return useless[step] })
	})
}

// contraries reports the writes of a function that send something else than was meant.
func (j *judge) contraries(fn *ssa.Function) {
	for _, r := range j.info.Replacements(fn, j.sharesList) {
		j.reportPatch(ownedCategory, r, "sends %s of the %s as a whole, and takes away what others have put there since it was read; let the server refuse it then: client.MergeFromWithOptions(base, client.MergeFromWithOptimisticLock{})")
	}
	for _, r := range j.info.Unplaced(fn, j.keeps) {
		j.reportPatch(copyCategory, r, "does not store the change of %s: it is made in a copy of a part of the %s, which is only compared with that, and never put into it; put it there before this")
	}
	for _, r := range j.info.Backward(fn) {
		if r.Write.Verb != kube.VerbPatch {
			j.reportPatch(copyCategory, r, "does not send the change of %s: it is made in a copy, which nothing writes, and the %s is sent as it was read; write the copy")
			continue
		}
		j.reportPatch(baseCategory, r, "does not send the change of %s: it is made in the copy that is the base, so that the patch leads from there back to the %s as it is; change the object, and leave the copy as the base")
	}
}

// resumed reports the retries of a function that take their own changes in memory for stored.
func (j *judge) resumed(fn *ssa.Function) {
	for _, r := range j.info.Retries(fn) {
		for _, w := range r.Writes {
			if again, ok := j.info.Resumed(r, w); ok {
				j.reportResumed(again)
			}
		}
	}
}

// sharesList tells whether a write stores a list that others write too.
func (j *judge) sharesList(w *paths.Op, field string) bool {
	top, _, _ := strings.Cut(field, ".")
	return kube.IsSharedList(field) && j.keeps(w, top) == paths.Stores
}

// A group is the losses of one category by one write.
type group struct {
	category diag.Category
	losses   []*paths.Loss
	again    []*paths.Op // other writes, by which the same changes are lost
}

// byWrite puts together what one write loses in one category.
func byWrite(losses []*paths.Loss, categoryOf func(*paths.Loss) (diag.Category, bool)) []*group {
	var out []*group
	for _, l := range losses {
		category, ok := categoryOf(l)
		if !ok {
			continue
		}
		i := slices.IndexFunc(out, func(g *group) bool {
			first := g.losses[0]
			return g.category.Name == category.Name && first.Write.Call == l.Write.Call && (l.Inner || first.Write.Path[0] == l.Write.Path[0])
		})
		if i < 0 {
			i = len(out)
			out = append(out, &group{category: category})
		}
		out[i].losses = append(out[i].losses, l)
	}
	return out
}

// byChange puts the writes that lose nothing but what another one before them loses too below that: the change stands in
// the wrong place for all of them.
func byChange(groups []*group) []*group {
	type lost struct {
		category string
		change   ssa.Instruction
	}
	heads := map[lost]*group{}
	var out []*group
	for _, g := range groups {
		var head *group
		same := true
		for i, l := range g.losses {
			at := heads[lost{g.category.Name, l.Change}]
			same = same && l.How == paths.Left && at != nil && (i == 0 || at == head)
			head = at
		}
		if same {
			head.again = append(head.again, g.losses[0].Write)
			continue
		}
		out = append(out, g)
		for _, l := range g.losses {
			heads[lost{g.category.Name, l.Change}] = g
		}
	}
	return out
}

// keeps says what a write does with a change to a field.
func (j *judge) keeps(w *paths.Op, field string) paths.Keeping {
	status := field == "Status"
	switch {
	case w.All:
		return paths.Stores
	case w.Via == kube.Subresource && w.Sub == "", w.Sub != "" && w.Sub != "Status":
		return paths.UnknownKeeping
	case w.What.Projection == kind.Unstructured && field == "Object", w.Verb == kube.VerbCreate && kube.CreatesWithStatus(w.What.Kind.Pkg, w.What.Kind.Name):
		return paths.UnknownKeeping
	case w.Sub == "Status" && status, w.Sub == "" && !status:
		return paths.Stores
	}
	switch apart := j.apart(w.What.Kind); {
	case apart == subresource.Unknown:
		return paths.UnknownKeeping
	case apart == subresource.Whole && w.Sub == "":
		return paths.Stores
	case w.Sub == "" || field == "Spec" || !kube.IsAggregated(w.What.Kind.Pkg):
		return paths.Drops
	}
	return paths.UnknownKeeping
}

// apart says whether the API server keeps the status of a kind apart.
func (j *judge) apart(k kind.Kind) subresource.Status {
	if !k.Known() {
		return subresource.Unknown
	}
	known := j.statuses.Of(k)
	switch {
	case !j.written[k]:
		return known
	case known == subresource.Whole:
		return subresource.Unknown // which of both is wrong can't be said
	}
	return subresource.Apart
}

// sendsObject tells whether a write sends something of the object, and not a patch that was made of something else.
func sendsObject(w *paths.Op) bool { return w.Verb != kube.VerbPatch || w.Base().Known() }

// categoryOf returns the category of a loss; false if it is none that matters.
func (j *judge) categoryOf(l *paths.Loss) (diag.Category, bool) {
	_, spec := l.Fields["Spec"]
	spec = spec || l.Fields.In("Spec")
	switch {
	case l.How == paths.Reread:
		// Or else what is written is what was set since, or what a patch has of its own.
		return rereadCategory, l.Alone && (l.Later == nil || sendsObject(l.Later))
	case l.How == paths.Same, l.How == paths.Shared:
		return baseCategory, true
	case l.How == paths.Late && l.Elsewhere:
		return lateCategory.Mild(diag.Note), !spec || l.Alone // the next reconcile makes it anew, and may get there
	case l.How == paths.Late:
		// Defaults are filled into a custom resource's spec in memory only, and what comes after is patched.
		builtIn, _ := kube.BuiltInStatus(l.Write.What.Kind.Pkg, l.Write.What.Kind.Name)
		return lateCategory, !spec || l.Alone || l.Unused && builtIn
	case l.Later == nil && l.Elsewhere:
		return statusCategory, false // the next reconcile gets there
	case l.Fields.In("Status") && l.Write.Verb == kube.VerbCreate && !j.written[l.Write.What.Kind]:
		return statusCategory.Mild(diag.Note), true // whoever writes it elsewhere makes it anew
	case l.Fields.In("Status"):
		return statusCategory, true
	}
	// A write of the status that stores nothing is there for the spec. Defaults are filled in to be looked at.
	return specCategory, !spec || l.Later != nil || l.Alone || l.Unused
}
