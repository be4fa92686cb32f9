package mutation

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/diag"
	"github.com/ctrllint/ctrllint/internal/domain/change"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
	"github.com/ctrllint/ctrllint/internal/model"
)

// Analyzer is the mutation check with the default settings.
var Analyzer = New(config.Default, model.Analyzer)

// New returns the mutation check, which goes by the package model's analyzer.
func New(settings *config.Settings, models *analysis.Analyzer) *analysis.Analyzer {
	return model.Check(settings, models, "mutation", doc, categories, run)
}

func run(pass *analysis.Pass, m *model.Package, reporter *diag.Reporter, trace config.Trace) {
	if m.Changes == nil {
		return
	}
	for _, view := range m.Clients.Views {
		reporter.In(view.Programs)
	}
	info := m.Changes
	j := &judge{pass: pass, changes: info, reporter: reporter, found: map[object]*finding{}}
	j.trace(trace, info)
	for _, fn := range info.Functions {
		for _, c := range info.Changes(fn) {
			j.add(fn, c)
		}
	}
	j.report()
}

// A judge looks for the findings of one package.
type judge struct {
	pass     *analysis.Pass
	changes  *change.Info
	reporter *diag.Reporter
	found    map[object]*finding
}

// An object is what one place gives to a function: one copy of it there mends all that the function changes in it, so
// that this is one finding.
type object struct {
	source *change.Source
	fn     *ssa.Function // the declared function
}

// A finding is what a function changes in an object.
type finding struct {
	object
	changes []change.Change
	updated bool        // the object is written too
	harm    change.Harm // what comes of the changes
}

// add notes a change of a function or function literal.
func (j *judge) add(fn *ssa.Function, c change.Change) {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	of := object{c.Root.Source, fn}
	if !j.reporter.Judged(c.By.Pos()) {
		return
	}
	if j.found[of] == nil {
		j.found[of] = &finding{object: of}
	}
	j.found[of].changes = append(j.found[of].changes, c)
}

// report reports of each object the first change that is worth it, and names the others.
func (j *judge) report() {
	var all []*finding
	for _, f := range j.found {
		j.weigh(f)
		slices.SortFunc(f.changes, func(a, b change.Change) int {
			return cmp.Or(rank(j, a)-rank(j, b), cmp.Compare(b.Harm, a.Harm), cmp.Compare(answer(a), answer(b)), cmp.Compare(a.By.Pos(), b.By.Pos()), away(a)-away(b), cmp.Compare(a.Root.Path, b.Root.Path), cmp.Compare(a.What, b.What))
		})
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b *finding) int {
		return cmp.Or(cmp.Compare(position(a.changes[0]), position(b.changes[0])), cmp.Compare(a.source.Pos, b.source.Pos), cmp.Compare(a.source.Where, b.source.Where),
			cmp.Compare(len(a.changes), len(b.changes)), cmp.Compare(types.TypeString(a.source.Type, nil), types.TypeString(b.source.Type, nil)))
	})
	for _, f := range byFunction(all) {
		if f.harm == change.Filled || !j.reporter.Only(f.source.Programs) {
			continue
		}
		first := f.changes[0]
		d := analysis.Diagnostic{
			Pos:            position(first),
			Message:        j.message(f, first),
			Related:        j.related(f),
			SuggestedFixes: j.fix(f),
		}
		category := categoryOf(first)
		events := f.source.Kind == change.Event
		ahead := func(c change.Change) bool { return !c.Read && !(events && c.Reply) }
		if f.harm < change.Ahead || !slices.ContainsFunc(f.changes, ahead) {
			category = category.Mild(diag.Note)
		}
		j.reporter.Report(category, d)
	}
}

// byFunction puts the event functions together whose objects the same function changes at the same place.
func byFunction(all []*finding) (out []*finding) {
	for _, f := range all {
		first := f.changes[0]
		i := slices.IndexFunc(out, func(g *finding) bool {
			other := g.changes[0]
			return f.source.Kind == change.Event && g.source.Kind == change.Event && atOne(first, other) &&
				f.source.Surface == g.source.Surface && ofOne(f.fn, g.fn) && len(f.changes) == 1 && change.Fields(first.Root.Path) == change.Fields(other.Root.Path)
		})
		if i < 0 {
			out = append(out, f)
			continue
		}
		out[i].changes = append(out[i].changes, first)
		out[i].harm = max(out[i].harm, f.harm)
	}
	return out
}

// atOne tells whether two event functions come to the same place where something is changed. Those that come to one in another
// package are only known to be of one registration if they are an informer's.
func atOne(a, b change.Change) bool {
	return a.At == b.At && a.Where == b.Where && (a.At.IsValid() || a.Where != "" && a.Root.Source.Surface == kube.InformerHandler)
}

// ofOne tells whether two functions are one, or methods of one type, as those of one registration are.
func ofOne(a, b *ssa.Function) bool {
	recv, other := a.Signature.Recv(), b.Signature.Recv()
	return a == b || recv != nil && other != nil && types.Identical(recv.Type(), other.Type())
}

// weigh finds out what comes of the changes of an object: that of the worst. What is the same each time may be meant to be
// saved where the object is sent afterwards.
func (j *judge) weigh(f *finding) {
	for n := range f.changes {
		c := &f.changes[n]
		sent := j.changes.Sent(*c, f.fn)
		if c.Harm != change.Unlocked && sent {
			c.Harm = change.Ahead
		}
		f.updated, f.harm = f.updated || sent || j.changes.Written(*c), max(f.harm, c.Harm)
	}
}

// rank puts what is reported before what is not.
func rank(j *judge, c change.Change) int {
	if j.reporter.On(categoryOf(c)) {
		return 0
	}
	return 1
}

// answer puts the server's answers behind what changes something by itself, and of these those to reads.
func answer(c change.Change) int {
	switch {
	case c.Read:
		return 2
	case c.Reply:
		return 1
	}
	return 0
}

// away puts what a function of another package that is called changes itself before what those change that it leads to, perhaps.
func away(c change.Change) int {
	call, ok := c.By.(ssa.CallInstruction)
	fn, _, _ := strings.Cut(c.Where, " ")
	if !ok || strings.HasSuffix(fn, "."+ir.CalledName(call.Common())) {
		return 0
	}
	return 1
}

// position is where a change is to be seen.
func position(c change.Change) token.Pos { return c.By.Pos() }

// categoryOf returns the category that a change belongs to.
func categoryOf(c change.Change) diag.Category {
	switch {
	case c.Root.Source.Kind == change.Event:
		return eventCategory
	case c.Reply:
		return replyCategory
	case c.Root.Copied:
		return sharedCategory
	case c.Where != "":
		return calleeCategory
	}
	return fieldCategory
}
