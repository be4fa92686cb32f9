package use

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A scan looks for the uses in the functions of one package.
type scan struct {
	*pkg
	lazy      *ir.Package
	origins   *client.Origins
	kinds     *kind.Finder
	places    *ir.Index
	data      *flow.Table[ssa.Value, bool]  // whether more than the metadata of an object is used
	caches    *flow.Table[ssa.Value, cache] // which is behind a client
	light     *flow.Table[ssa.Value, Lightness]
	chosen    *flow.Table[ssa.Value, bool] // whether branches decide in which projection an object is
	templates map[*ssa.Function][]Template
	open      []opening          // those that were not yet looked at where the function is called
	taken     map[ssa.Value]bool // sources that are given to a watch, and are no uses by themselves
	found     []*Use
}

// An opening is one of the templates of a function.
type opening struct {
	fn *ssa.Function
	n  int
}

// A site is a call in a function.
type site struct {
	fn     *ssa.Function
	call   ssa.CallInstruction
	object ssa.Value // that it reads or writes; nil if that makes no difference
}

func newScan(p *pkg, lazy *ir.Package, solver *flow.Solver, origins *client.Origins) *scan {
	s := &scan{
		pkg: p, lazy: lazy, origins: origins,
		kinds:     kind.NewFinder(lazy, solver),
		places:    lazy.Index(),
		templates: map[*ssa.Function][]Template{},
		taken:     map[ssa.Value]bool{},
	}
	s.data = flow.NewTable(solver, flow.Rules[ssa.Value, bool]{Compute: s.usesData, Unknown: true, Equal: flow.Equal[bool]})
	s.caches = flow.NewTable(solver, flow.Rules[ssa.Value, cache]{
		Compute: s.behind, Least: cache{none: true}, Unknown: cache{name: "one of many"}, Equal: flow.Equal[cache],
	})
	s.light = flow.NewTable(solver, flow.Rules[ssa.Value, Lightness]{Compute: s.lightness, Unknown: Perhaps, Equal: flow.Equal[Lightness]})
	s.chosen = flow.NewTable(solver, flow.Rules[ssa.Value, bool]{Compute: s.isChosen, Equal: flow.Equal[bool]})
	s.kinds.Results = func(fn *types.Func, index int) []kind.Template {
		if f := p.facts[fn.Pkg()]; f != nil {
			return f.results(fn, index)
		}
		return nil
	}
	s.kinds.Variable = p.variable
	return s
}

// uses finds the uses of the package. What is left to callers goes to them as they come to be known.
func (s *scan) uses() []*Use {
	for _, sources := range []bool{false, true} { // last the sources that no watch took
		for call := range s.lazy.Calls() {
			if at := (site{fn: call.Parent(), call: call}); isSourceKind(at) == sources {
				s.site(at)
			}
		}
	}
	s.sources()
	s.leave()
	return sortUses(s.found)
}

func isSourceKind(at site) bool {
	starter, ok := kube.StarterOf(ir.Symbol(at.call.Common()))
	return ok && starter.As == kube.SourceKind
}

// site looks at one call: whether it makes an informer, reads, or is of a function in another package that does.
func (s *scan) site(at site) {
	obj := ir.Called(at.call.Common())
	if obj == nil {
		return
	}
	symbol := kube.SymbolOf(obj)
	if starter, ok := kube.StarterOf(symbol); ok {
		s.start(at, starter)
		return
	}
	if kube.IsAsReconciler(symbol) {
		s.asReconciler(at)
		return
	}
	if f := s.facts[obj.Pkg()]; f != nil {
		for _, t := range f.helper(obj) {
			s.instantiate(at, t)
		}
		return
	}
	if op, ok := kube.OperationOf(obj, nil); ok {
		s.operation(at, op)
	}
}

// operation looks at a read or write through a client.
func (s *scan) operation(at site, op kube.Operation) {
	common := at.call.Common()
	client, _ := ir.Receiver(common)
	object := ir.Written(common, op.Object)
	if op.Client >= 0 {
		client = ir.Written(common, op.Client)
	}
	use := Use{What: op.Verb.String(), Need: ByClient, List: op.Verb == kube.VerbList}
	switch {
	case op.Via == kube.Subresource && op.Verb.Writes():
		if status := ir.StepOf(client); status.Kind == ir.Result {
			client, _ = ir.Receiver(&status.Call.Call)
			use.Need = ByWrite
		}
	case op.Via != kube.Client || op.Verb == kube.VerbWatch || op.Verb == kube.VerbDeleteAll:
		return
	case !op.Verb.Reads():
		use.Need = ByWrite
	}
	if object == nil || client == nil || use.Need == ByWrite && !kube.HasReadYourWrites(s.pass.Pkg) || s.optsOut(ir.Written(common, op.Opts)) {
		return
	}
	use.Data = use.Need == ByClient && op.Verb != kube.VerbCreateOrUpdate && op.Verb != kube.VerbCreateOrPatch && s.data.Of(ir.Unwrap(object))
	use.Data = use.Data || op.Verb == kube.VerbCreateOrUpdate || op.Verb == kube.VerbCreateOrPatch
	at.object = object
	s.through(at, client, s.kinds.Objects(object), use)
}

// optsOut tells whether the options say that the call does without reading one's own writes.
func (s *scan) optsOut(opts ssa.Value) bool {
	if opts == nil {
		return false
	}
	return slices.ContainsFunc(s.kinds.Elements(opts), func(v ssa.Value) bool {
		return kube.IsOptOut(ir.Unwrap(v).Type())
	})
}

// asReconciler looks at reconcile.AsReconciler(client, reconciler), which gets the object.
func (s *scan) asReconciler(at site) {
	common := at.call.Common()
	fn := common.StaticCallee()
	if fn == nil || len(fn.TypeArgs()) == 0 || len(common.Args) == 0 {
		return
	}
	use := Use{What: "AsReconciler", Need: ByClient, Data: true}
	s.through(at, common.Args[0], []kind.Source{{Denotation: kind.OfType(fn.TypeArgs()[0])}}, use)
}

// instantiate looks at a call of a function that leaves something of a use to its callers.
func (s *scan) instantiate(at site, t Template) {
	use := t.Use
	if !use.Through.Known() {
		use.Through = use.Place
	}
	args := ir.Args(at.call.Common())
	decided := false
	for i, arg := range args {
		if c, ok := arg.(*ssa.Const); ok && c.Value != nil {
			gone, by := t.Way.decided(paramSide(i), c.Value)
			if gone {
				return
			}
			decided = decided || by
		}
	}
	use.Perhaps = use.Perhaps || t.Else && !decided
	call := " in the call at " + s.position(at.call.Pos())
	way := t.Way.rename(func(of string) string { return of + call })
	use.way = &way
	sources := s.kinds.Fill(t.Object, at.call.Common())
	if t.Object.Of == kind.ObjectHole && t.Object.Index < len(args) {
		at.object = args[t.Object.Index]
	}
	if t.Client < 0 {
		s.emit(at, sources, use, nil, -1)
		return
	}
	if t.Client < len(args) {
		s.through(at, args[t.Client], sources, use)
	}
}

// paramSide is what stands for a parameter in the way of a template.
func paramSide(index int) string { return fmt.Sprintf("parameter %d", index) }

// through notes a use through a client.
func (s *scan) through(at site, reader ssa.Value, sources []kind.Source, use Use) {
	o := s.origins.Of(reader)
	use.Assumed = o.Assumed
	s.in(&use, reader)
	hole := o.Fn
	switch o.Class {
	case client.Cached, client.Backed:
	case client.Cache:
		if use.Need == ByWrite {
			return
		}
		use.Need = Always
	default:
		if hole == nil && (o.Class != client.Unknown || len(o.Ends) == 0) {
			return // where there are ends, the programs say more
		}
	}
	cached := o.Class == client.Cached || o.Class == client.Backed || o.Class == client.Cache
	if hole != nil && cached && len(s.places.Callers(hole)) == 0 && !s.calledAbove(hole) {
		hole = nil // who knows who calls it: what is usual counts
	}
	s.emit(at, sources, use, hole, o.Param)
}

// in notes which cache a use is of: the one behind a value.
func (s *scan) in(use *Use, v ssa.Value) {
	c := s.caches.Of(v)
	use.Cache, use.Own = c.name, c.made
	o := s.origins.Of(v)
	use.Class, use.Wiring = o.Class, nil
	if len(o.Ends) > 0 {
		wiring := o.Wiring // by itself: the rest of an origin holds on to the package it is of
		use.Wiring = &wiring
	}
}

// calledAbove tells whether it takes other packages to say who calls a function.
func (s *scan) calledAbove(fn *ssa.Function) bool {
	return fn.Parent() == nil && fn.Signature.Recv() == nil && fn.Object() != nil && fn.Object().Exported()
}

// emit notes a use of each of these objects, or leaves it to the callers of the function with the parameters that
// decide. client is a parameter of hole, unless that is nil.
func (s *scan) emit(at site, sources []kind.Source, use Use, hole *ssa.Function, client int) {
	use.pos = at.call.Pos()
	use.Place = s.place(use.pos)
	use.Func = enclosing(at.fn)
	sides := s.sides(at, sources)
	for i, src := range sources {
		u := use
		if len(sides[i]) > 0 {
			u.way = &sides[i]
			if use.way != nil {
				*u.way = joined(*use.way, sides[i])
			}
		}
		u.Kind, u.Projection, u.List = src.Kind, src.Projection, use.List || src.List
		if src.Projection == kind.Unstructured && u.Need == ByClient {
			u.Need = ByUnstructured
		}
		in := src.Hole.Fn
		switch {
		case src.Hole.Of == kind.NoHole && hole == nil:
			if u.Projection != kind.NoProjection {
				s.found = append(s.found, &u)
			}
		case src.Hole.Of == kind.NoHole:
			s.template(hole, Template{Object: kind.Template{Kind: u.Kind, Projection: u.Projection, List: u.List}, Client: client, Use: u})
		case hole == nil || hole == in:
			src.Projection, src.List = u.Projection, u.List
			t := Template{Object: src.Template(), Client: -1, Use: u}
			if hole != nil {
				t.Client = client
			}
			s.template(in, t)
		}
	}
}

// maxTemplates is how many uses one function may leave to its callers.
const maxTemplates = 50

// template notes what a function leaves to its callers, and looks at those in this package.
func (s *scan) template(fn *ssa.Function, t Template) {
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	t.Use.Kind, t.Use.Projection = kind.Kind{}, kind.NoProjection
	same := func(o Template) bool { return compareTemplates(o, t) == 0 }
	if slices.ContainsFunc(s.templates[fn], same) || len(s.templates[fn]) >= maxTemplates {
		return
	}
	t.Way = s.inFunction(fn, s.way(t.Use.pos))
	if t.Use.way != nil {
		t.Way = joined(*t.Use.way, t.Way)
	}
	s.templates[fn] = append(s.templates[fn], t)
	s.open = append(s.open, opening{fn, len(s.templates[fn]) - 1})
}

// inFunction returns a way in a function with its parameters by their indexes.
func (s *scan) inFunction(fn *ssa.Function, way Way) Way {
	return way.rename(func(of string) string {
		for i, p := range fn.Params {
			if p.Pos().IsValid() && of == s.position(p.Pos()) {
				return paramSide(i)
			}
		}
		return of
	})
}

// leave looks at what functions leave to their callers in this package.
func (s *scan) leave() {
	for ; len(s.open) > 0; s.open = s.open[1:] {
		fn, n := s.open[0].fn, s.open[0].n
		t := &s.templates[fn][n]
		t.Else = slices.ContainsFunc(s.templates[fn], func(o Template) bool {
			return o.Object.Of == t.Object.Of && o.Object.Index == t.Object.Index && o.Object.Projection != t.Object.Projection && o.Way.excludes(t.Way)
		})
		template := *t
		for _, call := range s.places.Callers(fn) {
			s.instantiate(site{fn: call.Parent(), call: call}, template)
		}
	}
}

// enclosing names a function as its author would: for a function literal, the function around it.
func enclosing(fn *ssa.Function) string {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if obj, ok := fn.Object().(*types.Func); ok {
		return funcName(obj)
	}
	return fn.Name()
}
