package kind

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

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
	Of    HoleOf
	Index int
	Fn    *ssa.Function // the function with the parameter
}

// HoleOf is in which way a parameter decides.
type HoleOf uint8

// The ways.
const (
	NoHole     HoleOf = iota
	ObjectHole        // the parameter is the object, so it decides on the projection too if that is not known
	KindHole          // the parameter is the schema.GroupVersionKind
	TypeHole          // the type parameter is the object's type
)

// A Template is a Source of a function's result without its body, for packages that only import it.
type Template struct {
	Kind       Kind
	Projection Projection
	List       bool
	Of         HoleOf
	Index      int
}

// A Finder finds kinds in one package. The zero Finder looks at functions one by one: at none of their callees, and at
// no field or package variable.
type Finder struct {
	// Callee returns the body that a call comes to, nil if it is not in view; see [ir.Package.Callee].
	Callee func(*ssa.CallCommon) *ssa.Function
	// Results returns what a result of a function of another package denotes: an object or a GroupVersionKind.
	Results func(fn *types.Func, result int) []Template
	// Variable returns the kind that a package-level variable of another package holds.
	Variable func(*types.Var) Kind

	places *ir.Index
}

// NewFinder returns a finder that follows calls, fields and package variables through a package.
func NewFinder(p *ir.Package) *Finder { return &Finder{Callee: p.Callee, places: p.Index()} }

// Objects returns what an object may denote: a pointer to it, or an interface that holds one.
func (f *Finder) Objects(v ssa.Value) []Source {
	w := f.walk()
	w.object(v)
	return w.out
}

// Kinds returns what a schema.GroupVersionKind may be. The sources have no projection.
func (f *Finder) Kinds(v ssa.Value) []Source {
	w := f.walk()
	var out []Source
	for _, g := range w.gvks(v) {
		out = addSource(out, Source{Denotation: Denotation{Kind: g.kind(w.from(v)), List: g.list()}, Hole: g.hole})
	}
	return out
}

func (f *Finder) walk() *walk { return &walk{f: f, seen: map[ssa.Value]bool{}} }

// A walk is the search for what one value denotes.
type walk struct {
	f     *Finder
	seen  map[ssa.Value]bool
	depth int // of calls
	steps int
	out   []Source
}

// maxDepth is how deep calls are followed, maxSources how many answers are of use, maxSteps how long they are looked for.
const (
	maxDepth   = 5
	maxSources = 40
	maxSteps   = 1000
)

func (w *walk) add(s Source) {
	if len(w.out) < maxSources {
		w.out = addSource(w.out, s)
	}
}

func addSource(list []Source, s Source) []Source {
	for _, have := range list {
		if have == s {
			return list
		}
	}
	return append(list, s)
}

// from returns the package that a value is in, whose imports say which kinds there are.
func (w *walk) from(v ssa.Value) *types.Package {
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

// object adds what an object denotes.
func (w *walk) object(v ssa.Value) {
	if w.seen[v] {
		return
	}
	w.seen[v] = true
	d := OfType(v.Type())
	if d.Projection == Typed {
		w.add(Source{Denotation: d})
		return
	}
	if index, ok := typeParam(v); ok {
		w.add(Source{Hole: Hole{TypeHole, index, v.Parent()}})
		return
	}
	if d.Projection != NoProjection {
		if set := w.settings(v); len(set) > 0 {
			for _, g := range set {
				w.add(Source{Denotation{g.kind(w.from(v)), d.Projection, d.List}, g.hole})
			}
			return
		}
	}
	w.origin(v, d)
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
	params := v.Parent().Signature.TypeParams()
	for i := range params.Len() {
		if params.At(i) == param {
			return i, true
		}
	}
	return 0, false
}

// origin adds what an object denotes whose kind is not set where it is in view: d, as far as its type says it.
func (w *walk) origin(v ssa.Value, d Denotation) {
	switch v := v.(type) {
	case *ssa.MakeInterface:
		w.object(v.X)
	case *ssa.ChangeInterface:
		w.object(v.X)
	case *ssa.ChangeType:
		w.object(v.X)
	case *ssa.TypeAssert:
		w.asserted(v, d)
	case *ssa.Phi:
		for _, edge := range v.Edges {
			w.object(edge)
		}
	case *ssa.Const: // nil
	case *ssa.Parameter:
		w.add(Source{Denotation: d, Hole: Hole{ObjectHole, ir.ParamIndex(v), v.Parent()}})
	case *ssa.FreeVar:
		for _, bound := range ir.Bindings(v) {
			w.object(bound)
		}
	case *ssa.UnOp:
		w.loaded(v, d)
	case *ssa.Field:
		w.each(w.f.places.OfField(ir.Field(v.X.Type(), v.Field)), d)
	case *ssa.Extract:
		switch tuple := v.Tuple.(type) {
		case *ssa.TypeAssert:
			w.asserted(tuple, d)
		case *ssa.Call:
			w.result(tuple, v.Index, d)
		default:
			w.add(Source{Denotation: d})
		}
	case *ssa.Call:
		w.result(v, 0, d)
	case *ssa.Alloc:
		w.copied(v, d)
	default:
		w.add(Source{Denotation: d})
	}
}

// asserted adds what is asserted to be of a type that leaves the kind open.
func (w *walk) asserted(v *ssa.TypeAssert, d Denotation) {
	if d.Projection == NoProjection {
		w.object(v.X)
		return
	}
	inner := w.f.walk()
	inner.depth = w.depth
	inner.object(v.X)
	for _, s := range inner.out {
		if s.Projection == d.Projection || s.Projection == NoProjection {
			s.Projection, s.List = d.Projection, d.List
			w.add(s)
		}
	}
	if len(inner.out) == 0 {
		w.add(Source{Denotation: d})
	}
}

// loaded adds what is in the variable, field or element that a load reads.
func (w *walk) loaded(v *ssa.UnOp, d Denotation) {
	w.each(w.f.places.Contents(v.X), d)
}

// each adds the objects that are stored somewhere; d if none is in view.
func (w *walk) each(stored []ssa.Value, d Denotation) {
	if len(stored) == 0 {
		w.add(Source{Denotation: d})
	}
	for _, s := range stored {
		w.object(s)
	}
}

// copied adds what an object is a copy of: *obj = *other.
func (w *walk) copied(v *ssa.Alloc, d Denotation) {
	found := false
	for _, stored := range ir.StoredAt(v) {
		if load, ok := stored.(*ssa.UnOp); ok {
			found = true
			w.object(load.X)
		}
	}
	if !found {
		w.add(Source{Denotation: d})
	}
}

// result adds what a call returns.
func (w *walk) result(call *ssa.Call, index int, d Denotation) {
	switch name := ir.CalledName(&call.Call); name {
	case "DeepCopy", "DeepCopyObject":
		if recv, _ := ir.Receiver(&call.Call); recv != nil {
			w.object(recv)
			return
		}
	}
	templates := w.returned(call, index)
	if len(templates) == 0 {
		w.add(Source{Denotation: d})
	}
	for _, t := range templates {
		for _, s := range w.fill(t, &call.Call) {
			if s.Projection == NoProjection {
				s.Projection, s.List = d.Projection, d.List
			}
			w.add(s)
		}
	}
}

// returned returns what a function's result denotes, by its body or by what is known of it.
func (w *walk) returned(call *ssa.Call, index int) []Template {
	if w.depth >= maxDepth {
		return nil
	}
	if fn := w.f.body(&call.Call); fn != nil {
		return w.f.returns(fn, index, w.depth+1)
	}
	if fn := call.Call.StaticCallee(); fn != nil && w.f.Results != nil {
		if obj := ir.Declared(fn); obj != nil {
			return w.f.Results(obj, index)
		}
	}
	return nil
}

func (f *Finder) body(call *ssa.CallCommon) *ssa.Function {
	if f.Callee == nil {
		return nil
	}
	return f.Callee(call)
}

// Returns returns what a result of a function denotes, an object or a GroupVersionKind, with holes where its parameters
// decide. What hangs on the parameters of a function around it is left out.
func (f *Finder) Returns(fn *ssa.Function, index int) []Template { return f.returns(fn, index, 0) }

func (f *Finder) returns(fn *ssa.Function, index, depth int) []Template {
	var out []Template
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || index >= len(ret.Results) {
			continue
		}
		w := f.walk()
		w.depth = depth
		result := ret.Results[index]
		if kube.IsGroupVersionKind(result.Type()) {
			for _, g := range w.gvks(result) {
				w.add(Source{Denotation: Denotation{Kind: g.kind(w.from(result)), List: g.list()}, Hole: g.hole})
			}
		} else {
			w.object(result)
		}
		for _, s := range w.out {
			if s.Hole.Of == NoHole || s.Hole.Fn == fn {
				out = append(out, Template{s.Kind, s.Projection, s.List, s.Hole.Of, s.Hole.Index})
			}
		}
	}
	return out
}

// Fill returns what a template of the called function comes to at a call of it.
func (f *Finder) Fill(t Template, call *ssa.CallCommon) []Source { return f.walk().fill(t, call) }

func (w *walk) fill(t Template, call *ssa.CallCommon) []Source {
	d := Denotation{t.Kind, t.Projection, t.List}
	if t.Of == NoHole {
		return []Source{{Denotation: d}}
	}
	if t.Of == TypeHole {
		return fillType(t, call)
	}
	args := ir.Args(call)
	if t.Index >= len(args) {
		return nil
	}
	inner := w.f.walk()
	inner.depth = w.depth + 1
	if inner.depth > maxDepth {
		return nil
	}
	arg := args[t.Index]
	if t.Of == KindHole {
		for _, g := range inner.gvks(arg) {
			inner.add(Source{Denotation{g.kind(w.from(arg)), t.Projection, t.List}, g.hole})
		}
		return inner.out
	}
	inner.object(arg)
	for i := range inner.out {
		if t.Projection != NoProjection {
			inner.out[i].Projection, inner.out[i].List = t.Projection, t.List
		}
	}
	return inner.out
}

func fillType(t Template, call *ssa.CallCommon) []Source {
	fn := call.StaticCallee()
	if fn == nil || t.Index >= len(fn.TypeArgs()) {
		return nil
	}
	arg := fn.TypeArgs()[t.Index]
	if d := OfType(arg); d.Projection != NoProjection {
		return []Source{{Denotation: d}}
	}
	return nil
}
