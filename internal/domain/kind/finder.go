package kind

import (
	"cmp"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Source is one of the things that a value may denote.
type Source struct {
	Denotation
	Hole Hole
}

// A Hole is what of a function's callers decides the kind. The zero Hole is none.
type Hole struct {
	Of      HoleOf
	Index   int
	Version int           // the parameter that is the apiVersion, counted from 1; 0 if none is
	Fn      *ssa.Function // the function with the parameters
}

// HoleOf is in which way a parameter decides.
type HoleOf uint8

// The ways.
const (
	NoHole     HoleOf = iota
	ObjectHole        // the parameter is the object, so it decides on the projection too if that is not known
	KindHole          // the parameter is the schema.GroupVersionKind
	TypeHole          // the type parameter is the object's type
	NameHole          // the parameter is the kind's name, in the group and version that the kind or another parameter has
)

// A Template is a Source of a function's result without its body, for packages that only import it.
type Template struct {
	Kind       Kind
	Projection Projection
	List       bool
	Of         HoleOf
	Index      int
	Version    int
}

// Template returns the source without the function whose parameters decide.
func (s Source) Template() Template {
	return Template{s.Kind, s.Projection, s.List, s.Hole.Of, s.Hole.Index, s.Hole.Version}
}

// A Finder finds kinds in one package. It is not safe for use by several goroutines at once.
type Finder struct {
	// Results returns what a result of a function of another package denotes: an object or a GroupVersionKind.
	Results func(fn *types.Func, result int) []Template
	// Variable returns the kind that a package-level variable of another package holds; for a schema.GroupVersion one
	// without a name. See [Declared].
	Variable func(*types.Var) Kind

	callee func(*ssa.CallCommon) *ssa.Function // nil if the body is not in view
	places *ir.Index
	solver *flow.Solver
	// What objects denote, what is set in them, as values and at addresses, and what functions return.
	objects, stored *flow.Table[ssa.Value, []Source]
	set, setAt      *flow.Table[ssa.Value, settings]
	results         *flow.Table[result, []Source]
	// What schema.GroupVersionKinds, schema.GroupVersions and strings are, as values and at addresses.
	gvks, gvksAt     *flow.Table[ssa.Value, []gvk]
	groups, groupsAt *flow.Table[ssa.Value, []groupVersion]
	texts, textsAt   *flow.Table[ssa.Value, []text]
}

// A result is one of a function.
type result struct {
	fn *ssa.Function
	n  int
}

// NewFinder returns a finder that follows calls, fields and package variables through a package.
func NewFinder(p *ir.Package, s *flow.Solver) *Finder {
	f := &Finder{solver: s, callee: p.Callee, places: p.Index()}
	f.objects = table(s, maxKinds, compareSources, f.object, Source{})
	f.stored = table(s, maxKinds, compareSources, f.storedObjects, Source{})
	f.gvks = table(s, maxKinds, compareGVKs, f.gvk, gvk{})
	f.gvksAt = table(s, maxKinds, compareGVKs, f.storedGVKs, gvk{})
	f.groups = table(s, maxTexts, compareGroups, f.groupVersion)
	f.groupsAt = table(s, maxTexts, compareGroups, f.storedGroups)
	f.texts = table(s, maxTexts, compareTexts, f.text)
	f.textsAt = table(s, maxTexts, compareTexts, f.storedTexts)
	f.set = flow.NewTable(s, flow.Rules[ssa.Value, settings]{Compute: f.settings, Equal: settings.equal})
	f.setAt = flow.NewTable(s, flow.Rules[ssa.Value, settings]{Compute: f.settingsAt, Equal: settings.equal})
	f.results = flow.NewTable(s, flow.Rules[result, []Source]{
		Compute: func(r result) []Source { return list(f.returns(r), maxKinds, compareSources) },
		Unknown: []Source{{}}, Equal: slices.Equal[[]Source],
	})
	return f
}

// table returns a table whose answers are lists: in order, each element once, and no more than limit.
func table[E comparable](s *flow.Solver, limit int, compare func(a, b E) int, compute func(ssa.Value) []E, unknown ...E) *flow.Table[ssa.Value, []E] {
	return flow.NewTable(s, flow.Rules[ssa.Value, []E]{
		Unknown: unknown, Equal: slices.Equal[[]E],
		Compute: func(v ssa.Value) []E { return list(compute(v), limit, compare) },
	})
}

// maxKinds and maxTexts are how many answers are of use. Texts are few: they may grow in a circle, to no end.
const (
	maxKinds = 40
	maxTexts = 12
)

// list returns the first elements, in order, each once.
func list[E comparable](all []E, limit int, compare func(a, b E) int) []E {
	all = slices.Clone(all)
	slices.SortFunc(all, compare)
	all = slices.Compact(all)
	return all[:min(len(all), limit)]
}

func compareSources(a, b Source) int {
	return cmp.Or(cmp.Compare(a.Kind.Pkg, b.Kind.Pkg), cmp.Compare(a.Kind.Name, b.Kind.Name),
		cmp.Compare(a.Projection, b.Projection), flow.CompareBools(a.List, b.List), a.Hole.compare(b.Hole))
}

func (h Hole) compare(g Hole) int {
	if h.Of == NoHole || g.Of == NoHole || h.Fn == g.Fn {
		return cmp.Or(cmp.Compare(h.Of, g.Of), cmp.Compare(h.Index, g.Index), cmp.Compare(h.Version, g.Version))
	}
	return cmp.Or(cmp.Compare(h.Fn.Pos(), g.Fn.Pos()), cmp.Compare(h.Fn.String(), g.Fn.String()))
}

// Objects returns what an object may denote: a pointer to it, or an interface that holds one.
func (f *Finder) Objects(v ssa.Value) []Source { return f.objects.Of(v) }

// Of returns what an object denotes. A kind that is not sure, since it is one of several, counts as unknown.
func (f *Finder) Of(v ssa.Value) Denotation {
	found := f.Objects(v)
	if len(found) == 0 {
		return OfType(v.Type())
	}
	d := found[0].Denotation
	for _, s := range found[1:] {
		if s.Kind != d.Kind {
			d.Kind = Kind{}
		}
		if s.Projection != d.Projection {
			return Denotation{}
		}
	}
	return d
}

// Kinds returns what a schema.GroupVersionKind may be. The sources have no projection.
func (f *Finder) Kinds(v ssa.Value) []Source {
	return list(sources(f.gvks.Of(v), v, func(g gvk) Denotation { return Denotation{List: g.list()} }), maxKinds, compareSources)
}

// sources returns what GroupVersionKinds stand for that are of v or set in it.
func sources(gvks []gvk, v ssa.Value, as func(gvk) Denotation) []Source {
	var out []Source
	for _, g := range gvks {
		d := as(g)
		d.Kind = g.kind(from(v))
		out = append(out, Source{d, g.hole})
	}
	return out
}

// from returns the package that a value is in, whose imports say which kinds there are.
func from(v ssa.Value) *types.Package {
	if fn := v.Parent(); fn != nil {
		for fn.Parent() != nil {
			fn = fn.Parent()
		}
		if fn.Pkg != nil {
			return fn.Pkg.Pkg
		}
		if origin := fn.Origin(); origin != nil && origin.Pkg != nil {
			return origin.Pkg.Pkg
		}
	}
	return nil
}

// object finds what an object denotes.
func (f *Finder) object(v ssa.Value) []Source {
	d := OfType(v.Type())
	if d.Projection == Typed {
		return []Source{{Denotation: d}}
	}
	_, given := v.(*ssa.Parameter) // then the argument says more than its type
	if index, ok := typeParam(v); ok && !given {
		return []Source{{Hole: Hole{Of: TypeHole, Index: index, Fn: v.Parent()}}}
	}
	if d.Projection != NoProjection {
		if set := f.set.Of(v).kinds(); len(set) > 0 {
			return sources(set, v, func(gvk) Denotation { return d })
		}
	}
	return f.origin(v, d)
}

// TypeParam returns the index of the type parameter that an object's type is or points to, -1 if it is none.
func TypeParam(v ssa.Value) int {
	if index, ok := typeParam(v); ok {
		return index
	}
	return -1
}

// typeParam returns the index of the type parameter that an object's type is or points to.
func typeParam(v ssa.Value) (int, bool) {
	t := types.Unalias(v.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	param, ok := t.(*types.TypeParam)
	if !ok || v.Parent() == nil {
		return 0, false
	}
	params := v.Parent().TypeParams()
	for i := range params.Len() {
		if params.At(i) == param {
			return i, true
		}
	}
	return 0, false
}

// origin finds what an object denotes whose kind is not set where it is in view: d, as far as its type says it.
func (f *Finder) origin(v ssa.Value, d Denotation) []Source {
	var from []ssa.Value
	switch s := ir.StepOf(v); s.Kind {
	case ir.Constant: // nil
		return nil
	case ir.Alias:
		return as(d, ir.FlatMap(s.From, f.objects.Of))
	case ir.Param:
		return []Source{{Denotation: d, Hole: Hole{Of: ObjectHole, Index: ir.ParamIndex(v.(*ssa.Parameter)), Fn: v.Parent()}}}
	case ir.Load:
		return f.stored.Of(f.places.Place(s.From[0]))
	case ir.Result:
		return f.result(s.Call, s.Index, d)
	case ir.FieldOf:
		from = f.places.OfField(s.Field)
	case ir.Variable: // *obj = *other
		for _, stored := range ir.StoredAt(v) {
			if s := ir.StepOf(stored); s.Kind == ir.Load {
				from = append(from, s.From[0])
			}
		}
	}
	if len(from) == 0 {
		return []Source{{Denotation: d}}
	}
	return ir.FlatMap(from, f.objects.Of)
}

// storedObjects finds what is in a variable, field or element.
func (f *Finder) storedObjects(addr ssa.Value) []Source {
	stored := f.places.Contents(addr)
	if len(stored) == 0 {
		return []Source{{Denotation: OfType(ir.Deref(addr.Type()))}}
	}
	return ir.FlatMap(stored, f.objects.Of)
}

// as gives what a value denotes of a type that leaves the kind open.
func as(d Denotation, found []Source) []Source {
	if d.Projection == NoProjection {
		return found
	}
	var out []Source
	for _, s := range found {
		if s.Projection == d.Projection || s.Projection == NoProjection {
			s.Projection, s.List = d.Projection, d.List
			out = append(out, s)
		}
	}
	return out
}

// result finds what a call returns.
func (f *Finder) result(call *ssa.Call, n int, d Denotation) []Source {
	switch ir.CalledName(&call.Call) {
	case "DeepCopy", "DeepCopyObject":
		if recv, _ := ir.Receiver(&call.Call); recv != nil {
			return f.objects.Of(recv)
		}
	}
	found, seen := f.returned(call, n)
	if !seen {
		return []Source{{Denotation: d}}
	}
	for i, s := range found {
		if s.Projection == NoProjection {
			found[i].Projection, found[i].List = d.Projection, d.List
		}
	}
	return found
}

// returned returns what a call returns, an object or a GroupVersionKind, and whether it can be seen, by the body of the
// function or by what is known of it.
func (f *Finder) returned(call *ssa.Call, n int) ([]Source, bool) {
	var out []Source
	if fn := f.callee(&call.Call); fn != nil {
		for _, s := range f.results.Of(result{fn, n}) {
			if s.Hole.Of == NoHole || s.Hole.Fn != fn {
				out = append(out, s)
			} else {
				out = append(out, f.Fill(s.Template(), &call.Call)...)
			}
		}
		return out, true
	}
	if fn := call.Call.StaticCallee(); fn != nil && f.Results != nil && ir.Declared(fn) != nil {
		templates := f.Results(ir.Declared(fn), n)
		return ir.FlatMap(templates, func(t Template) []Source { return f.Fill(t, &call.Call) }), len(templates) > 0
	}
	return nil, false
}

// returns finds what a result of a function denotes.
func (f *Finder) returns(r result) []Source {
	var out []Source
	for _, v := range ir.Returned(r.fn, r.n) {
		if kube.IsGroupVersionKind(v.Type()) {
			out = append(out, f.Kinds(v)...)
		} else {
			out = append(out, f.objects.Of(v)...)
		}
	}
	return out
}

// Returns returns what a result of a function denotes, an object or a GroupVersionKind, with holes where its parameters
// decide. What hangs on the parameters of a function around it is left out.
func (f *Finder) Returns(fn *ssa.Function, index int) []Template {
	var out []Template
	for _, s := range f.results.Of(result{fn, index}) {
		if s.Hole.Of == NoHole || s.Hole.Fn == fn {
			out = append(out, s.Template())
		}
	}
	return out
}

// Fill returns what a template of the called function comes to at a call of it.
func (f *Finder) Fill(t Template, call *ssa.CallCommon) []Source {
	if t.Of == NoHole {
		return []Source{{Denotation: Denotation{t.Kind, t.Projection, t.List}}}
	}
	if t.Of == TypeHole {
		return fillType(t, call)
	}
	arg := ir.Arg(call, t.Index)
	switch {
	case arg == nil:
		return nil
	case t.Of == KindHole, t.Of == NameHole:
		found := f.filled(gvk{gv: groupOf(t.Kind), hole: Hole{Of: t.Of, Version: t.Version}}, arg, ir.Arg(call, t.Version-1))
		return sources(found, arg, func(gvk) Denotation { return Denotation{Projection: t.Projection, List: t.List} })
	}
	found := slices.Clone(f.objects.Of(arg))
	for i := range found {
		if t.Projection != NoProjection {
			found[i].Projection, found[i].List = t.Projection, t.List
		}
	}
	return found
}

// filled returns what a GroupVersionKind comes to whose hole a value fills: one of those, or the kind's name, of which
// version may be the apiVersion.
func (f *Finder) filled(g gvk, arg, version ssa.Value) []gvk {
	switch {
	case g.hole.Of != NameHole:
		return f.gvks.Of(arg)
	case g.hole.Version == 0:
		return product([]groupVersion{g.gv}, f.texts.Of(arg))
	case version == nil:
		return nil
	}
	return product(groupVersions(f.texts.Of(version)), f.texts.Of(arg))
}

func fillType(t Template, call *ssa.CallCommon) []Source {
	fn := call.StaticCallee()
	if fn == nil || t.Index >= len(fn.TypeArgs()) {
		return nil
	}
	if d := OfType(fn.TypeArgs()[t.Index]); d.Projection != NoProjection {
		return []Source{{Denotation: d}}
	}
	return nil
}
