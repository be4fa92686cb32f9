package oneshot

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/diag"
	"github.com/ctrllint/ctrllint/internal/domain/handler"
	"github.com/ctrllint/ctrllint/internal/domain/work"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
	"github.com/ctrllint/ctrllint/internal/model"
	"github.com/ctrllint/ctrllint/internal/paths"
	"github.com/ctrllint/ctrllint/internal/place"
)

// Analyzer is the oneshot check with the default settings.
var Analyzer = New(config.Default, model.Analyzer)

// New returns the oneshot check, which goes by the package model's analyzer.
func New(settings *config.Settings, models *analysis.Analyzer) *analysis.Analyzer {
	return model.Check(settings, models, "oneshot", doc, categories, run)
}

func run(pass *analysis.Pass, m *model.Package, reporter *diag.Reporter, trace config.Trace) {
	if m.Work == nil {
		return
	}
	for _, view := range m.Clients.Views {
		reporter.In(view.Programs)
	}
	info, events := m.Work, m.Events
	j := &judge{pass: pass, info: info, paths: m.Paths, reporter: reporter, resync: events.Resync, found: map[spot][]*finding{}}
	j.trace(trace, events.List)
	for _, e := range events.List {
		if reporter.Judged(e.Site) && !m.Clients.Dead(e.By) {
			j.event(e)
		}
	}
	j.report()
	reporter.Only(nil)
	for _, fn := range info.Functions {
		j.order(fn)
	}
}

// A judge looks for the findings of one package.
type judge struct {
	pass     *analysis.Pass
	info     *work.Info
	paths    *paths.Info // nil if the package neither reads nor writes objects
	reporter *diag.Reporter
	resync   time.Duration // of the informers, zero if that isn't known
	found    map[spot][]*finding
}

// A spot is where work is reported: once, however many event functions come to it.
type spot struct {
	pos   token.Pos
	far   bool // the call leaves the package: what it comes to is one finding, not one for each class
	class work.Class
}

// A finding is work that an event function comes to.
type finding struct {
	event *handler.Event
	found *work.Found
	pos   token.Pos
	// others are what other event functions come to at the same place.
	others []*finding
	// again are other calls that the same function makes of what the work is behind.
	again []token.Pos
	// beyond is what the same call of the event function comes to further away.
	beyond []*finding
	// reads are what the event function of a write asks the API server for besides.
	reads []*finding
	// resync is the period after which informers call the event function again, zero if they don't.
	resync time.Duration
}

// event looks for the work of one event function.
func (j *judge) event(e *handler.Event) {
	if e.Func.Fn != nil {
		for _, found := range j.info.From(e.Func.Fn) {
			if !j.isImpossible(e.Func.Fn, found) {
				j.add(finding{event: e, found: found, pos: found.Leaf.Site.Pos()})
			}
		}
		return
	}
	facts := j.info.Lookup(e.Func.Obj)
	if facts == nil {
		return
	}
	for i := range facts.Work {
		w := &facts.Work[i]
		j.add(finding{event: e, found: &work.Found{Leaf: &work.Leaf{Class: w.Class, What: w.What, Wait: w.Wait, Far: w, Programs: w.Programs}}, pos: e.Site})
	}
}

// isImpossible tells whether no event comes to the work: a setting would have to be two things on the way.
func (j *judge) isImpossible(event *ssa.Function, found *work.Found) bool {
	if j.paths == nil {
		return false
	}
	way := ir.Map(found.Calls, func(c work.Call) ssa.Instruction { return c.Site })
	return j.paths.Impossible(event, append(way, found.Leaf.Site))
}

// add notes a finding at its place.
func (j *judge) add(f finding) {
	leaf := f.found.Leaf
	if f.event.Surface == kube.SourceFunc && !leaf.Class.Waits() {
		return // what it does once, when the controller starts, fails the start when it fails
	}
	if !j.reporter.Only(leaf.Programs) {
		return
	}
	at := spot{pos: f.pos, far: leaf.Far != nil, class: leaf.Class}
	if at.far {
		at.class = 0
	}
	j.found[at] = append(j.found[at], &f)
}

// rank is the less the more a finding tells: of what all programs come to, more than of what a program may choose.
func rank(f finding) int {
	class := map[work.Class]int{work.Write: 0, work.Block: 1, work.Live: 2, work.Hand: 3}[f.found.Leaf.Class]
	rank := class*1000 + len(f.found.Calls)
	if slices.ContainsFunc(f.found.Calls, func(c work.Call) bool { return c.Chosen }) || f.found.Leaf.Brief {
		rank += 500
	}
	return rank
}

// worse puts what tells more first, and of what tells as much what is registered, and then called, earlier in the source.
func (j *judge) worse(a, b *finding) int {
	first := func(f *finding) token.Pos {
		if len(f.found.Calls) == 0 {
			return f.pos
		}
		return f.found.Calls[0].Site.Pos()
	}
	return cmp.Or(cmp.Compare(rank(*a), rank(*b)),
		place.Compare(j.pass.Fset, a.event.Site, b.event.Site), place.Compare(j.pass.Fset, first(a), first(b)))
}

// report reports what tells most at each place: of a call that leaves the package the worst that it comes to, and of
// all ways to it the shortest.
func (j *judge) report() {
	var all []*finding
	for _, at := range j.found {
		slices.SortStableFunc(at, j.worse)
		best := at[0]
		for _, f := range at {
			if f.event.Func != best.event.Func && !slices.ContainsFunc(best.others, func(o *finding) bool { return o.event.Func == f.event.Func }) {
				best.others = append(best.others, f)
			}
		}
		if j.reporter.Judged(best.pos) { // or else what is further away would be left out with it
			all = append(all, best)
		}
	}
	slices.SortFunc(all, func(a, b *finding) int {
		return cmp.Or(cmp.Compare(a.pos, b.pos), cmp.Compare(a.found.Leaf.Class, b.found.Leaf.Class), cmp.Compare(a.found.Leaf.What, b.found.Leaf.What))
	})
	for _, f := range j.withWrites(byCall(grouped(all))) {
		j.reporter.Only(f.found.Leaf.Programs)
		category := categoryOf[f.found.Leaf.Class]
		f.resync = j.resyncOf(f)
		if j.isMild(f) {
			category = category.Mild(diag.Note)
		}
		j.reporter.By(ir.Map(f.all(), func(f *finding) token.Pos { return f.event.Site })...)
		j.reporter.Report(category, analysis.Diagnostic{
			Pos:     f.pos,
			Message: f.message(),
			Related: j.related(f),
		})
	}
	j.reporter.By()
}

// maxResync is the longest period after which informers resync that what failed may wait for.
const maxResync = 5 * time.Minute

// isMild tells whether work costs no more than time: it is brief, or what failed is tried again when informers resync.
func (j *judge) isMild(f *finding) bool {
	return j.resyncOf(f) > 0 || f.found.Leaf.Brief
}

// resyncOf returns the period after which informers do a write again that failed, if that is soon; zero if they don't.
func (j *judge) resyncOf(f *finding) time.Duration {
	if f.found.Leaf.Class != work.Write || !f.isUpdate() {
		return 0
	}
	period := j.resync
	if period == 0 { // of some informers, which may be others
		period = handler.Slowest(ir.Map(f.all(), func(f *finding) time.Duration { return f.event.Resync }))
	}
	if period > maxResync {
		return 0
	}
	return period
}

// all are a finding and the others at its place.
func (f *finding) all() []*finding { return append([]*finding{f}, f.others...) }

// isUpdate tells whether an informer's update function comes to the work whatever the object was before, so that a resync
// does; and none for deleted objects, which no resync brings back.
func (f *finding) isUpdate() bool {
	updates := false
	for _, e := range f.all() {
		fn := e.event.Func.Fn
		switch {
		case e.event.Surface != kube.InformerHandler || e.event.Private || kube.IsDeleteRole(e.event.Role):
			return false
		case kube.IsUpdateRole(e.event.Role) && fn != nil && len(fn.Params) >= 2:
			old := fn.Params[len(fn.Params)-2]
			updates = updates || len(ir.Uses(old)) == 0
		}
	}
	return updates
}

// grouped returns the first finding of each function that leaves the package for the same function at several places,
// with the other calls below it; the others as they are. The findings are in the order of the source.
func grouped(all []*finding) []*finding {
	type group struct {
		in     *ssa.Function
		callee types.Object
		class  work.Class
	}
	first := map[group]*finding{}
	var out []*finding
	for _, f := range all {
		leaf := f.found.Leaf
		if call, ok := leaf.Site.(ssa.CallInstruction); ok && leaf.Far != nil {
			of := group{call.Parent(), ir.Called(call.Common()), leaf.Class}
			if head := first[of]; head != nil && of.callee != nil {
				head.again = append(head.again, f.pos)
				continue
			}
			first[of] = f
		}
		out = append(out, f)
	}
	return out
}

// nearby is how many calls away work is that is a finding of its own, whatever else the same call comes to.
const nearby = 1

// away is how many functions lead from the event function to the work, literals not counted.
func (f *finding) away() int {
	n := 0
	for _, c := range f.found.Calls {
		if c.To.Parent() == nil {
			n++
		}
	}
	return n
}

// byCall returns of what one call of an event function comes to by way of others the nearest of each class, with the rest
// below it: to take the call out of the handler mends all of it. What the called function itself writes or waits for is told at
// each place. The others are as they are.
func byCall(all []*finding) []*finding {
	type call struct {
		of    work.Target
		site  ssa.Instruction
		class work.Class
	}
	nearest := map[call]*finding{}
	of := func(f *finding) call {
		if len(f.found.Calls) == 0 {
			return call{}
		}
		return call{f.event.Func, f.found.Calls[0].Site, f.found.Leaf.Class}
	}
	for _, f := range all {
		if head := nearest[of(f)]; head == nil || f.away() < head.away() {
			nearest[of(f)] = f
		}
	}
	return slices.DeleteFunc(all, func(f *finding) bool {
		head := nearest[of(f)]
		asks := f.found.Leaf.Class == work.Live && len(f.found.Calls) > 0
		if head == f || f.away() <= nearby && !asks {
			return false
		}
		head.beyond = append(head.beyond, f)
		return true
	})
}

// withWrites puts what an event function asks the API server for below what it writes there, if it does: to leave that to a
// worker mends both. The others are as they are, and so are all if nobody hears of the writes.
func (j *judge) withWrites(all []*finding) []*finding {
	if !j.reporter.On(writeCategory) {
		return all
	}
	nearest, writes := map[work.Target]*finding{}, map[work.Target]*finding{}
	for _, f := range all {
		if f.found.Leaf.Class != work.Write || len(f.found.Leaf.Programs) > 0 || j.isMild(f) {
			continue
		}
		for _, e := range f.all() { // all of which come to the write, if by calls of their own
			if way := nearest[e.event.Func]; way == nil || e.away() < way.away() {
				nearest[e.event.Func], writes[e.event.Func] = e, f
			}
		}
	}
	return slices.DeleteFunc(all, func(f *finding) bool {
		head := writes[f.event.Func]
		if f.found.Leaf.Class != work.Live || head == nil || slices.ContainsFunc(f.others, func(o *finding) bool { return writes[o.event.Func] == nil }) {
			return false
		}
		head.reads = append(head.reads, f)
		return true
	})
}

var categoryOf = map[work.Class]diag.Category{work.Write: writeCategory, work.Block: blockCategory, work.Live: liveCategory, work.Hand: handoverCategory}
