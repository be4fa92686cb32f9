package client

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A tracer follows values back through one package. Its tables hang on each other.
type tracer struct {
	*Origins
	places  *ir.Index
	values  *flow.Table[ssa.Value, answer]
	held    *flow.Table[ssa.Value, answer] // by the address
	fields  *flow.Table[field, answer]
	params  *flow.Table[*ssa.Parameter, answer] // what the callers in the package pass
	results *flow.Table[result, answer]         // of functions of the package, whoever calls them

	dryClients, dryOptions, empty *flow.Table[ssa.Value, bool]
	controllers                   bool        // the package's functions may well run in a manager's process
	store                         func() bool // see findStore
}

// A field is one of a struct type, wherever the struct is.
type field struct {
	*types.Var
	owner *types.Named
}

// A result is one of a function.
type result struct {
	fn *ssa.Function
	n  int
}

// An answer is where a value comes from: what it is itself, and the parameters that it may be besides, of the function
// that it is in or of one around it. Answers for parameters, fields and variables of the package have no parameters.
type answer struct {
	class   Class
	assumed bool
	params  []*ssa.Parameter // in order
	ends    []End            // in order
	rest    Class            // of what it is besides what is at the ends, if there are any
}

// direct returns the class of what is at no end.
func (a answer) direct() Class {
	if len(a.ends) == 0 {
		return a.class
	}
	return a.rest
}

// never is the class of what is never set: it leaves what it is joined with as it is.
const never Class = 255

func same(a, b answer) bool {
	return a.class == b.class && a.assumed == b.assumed && slices.Equal(a.params, b.params) &&
		slices.Equal(a.ends, b.ends) && a.direct() == b.direct()
}

// join is what is known of a value that is one of two.
func join(a, b answer) answer {
	out := answer{params: a.params}
	if len(b.params) > 0 {
		out.params = slices.Concat(a.params, b.params)
		slices.SortFunc(out.params, func(p, q *ssa.Parameter) int {
			return cmp.Or(cmp.Compare(p.Pos(), q.Pos()), cmp.Compare(ir.ParamIndex(p), ir.ParamIndex(q)),
				cmp.Compare(p.Parent().String(), q.Parent().String()))
		})
		out.params = slices.Compact(out.params)
	}
	if len(a.ends)+len(b.ends) > 0 {
		out.ends = slices.Concat(a.ends, b.ends)
		slices.SortFunc(out.ends, func(e, f End) int { return cmp.Or(cmp.Compare(e.Pos, f.Pos), cmp.Compare(e.Index, f.Index)) })
		out.ends = slices.Compact(out.ends)
		out.rest = oneOf(a.direct(), b.direct())
	}
	out.class = oneOf(a.class, b.class)
	switch {
	case a.class == never:
		out.assumed = b.assumed
	case b.class == never:
		out.assumed = a.assumed
	case a.class == b.class:
		out.assumed = a.assumed && b.assumed
	case out.class != Unknown:
		out.assumed = a.assumed || b.assumed
	}
	return out
}

// oneOf returns the class of what is of one of two classes.
func oneOf(a, b Class) Class {
	switch {
	case a == never || a == b:
		return b
	case b == never:
		return a
	case reads(a) && reads(b):
		return Cached
	}
	return Unknown
}

// reads tells whether the class is one of clients that read from a cache, but for what their options leave out.
func reads(c Class) bool { return c == Cached || c == Backed }

func table[K comparable](s *flow.Solver, compute func(K) answer) *flow.Table[K, answer] {
	return flow.NewTable(s, flow.Rules[K, answer]{Compute: compute, Least: answer{class: never}, Equal: same})
}

func newTracer(o *Origins) *tracer {
	t := &tracer{Origins: o, places: o.lazy.Index()}
	t.values = table(t.solver, t.value)
	t.held = table(t.solver, t.stored)
	t.fields = table(t.solver, t.field)
	t.params = table(t.solver, t.parameter)
	t.results = table(t.solver, t.result)
	t.dryTables()
	t.store = sync.OnceValue(t.findStore)
	t.controllers = !isCommand(o.pass)
	for call := range o.lazy.Calls() {
		// A package that makes a live client of its own may well use it.
		t.controllers = t.controllers && kube.ProvenanceOf(ir.Symbol(call.Common())) != kube.ByOptions
	}
	return t
}

// of returns the origin of a value, whoever calls the function that it is in.
func (t *tracer) of(v ssa.Value) Origin {
	a := t.values.Of(v)
	out, all := Origin{Param: -1}, t.called(a)
	if all.class == never { // it is nil, or handed round in a circle
		usual := t.named(v)
		all.class, all.assumed = usual.class, usual.assumed
	}
	if len(a.params) == 1 && a.class == never {
		out.Param, out.Fn = ir.ParamIndex(a.params[0]), a.params[0].Parent()
	}
	if out.Class = all.class; out.Class == never {
		out.Class = Unknown
	}
	out.Assumed = all.assumed
	if len(all.ends) > 0 {
		out.Wiring = Wiring{all.ends, all.direct()}
	}
	return out
}

// at makes an answer one that whole programs decide, if they are in view: those know what gets to an end.
func (t *tracer) at(end token.Pos, index int, a answer) answer {
	if _, ok := t.told.Seen.(Programs); ok && end.IsValid() {
		a.ends, a.rest = []End{{end, index}}, never
	}
	return a
}

// called replaces the parameters of an answer by what the callers pass.
func (t *tracer) called(a answer) answer {
	out := a
	out.params = nil
	for _, p := range a.params {
		out = join(out, t.params.Of(p))
	}
	return out
}

// joined returns what is known of a value that is one of these.
func (t *tracer) joined(values []ssa.Value) answer {
	out := answer{class: never}
	for _, v := range values {
		out = join(out, t.values.Of(v))
	}
	return out
}

func (t *tracer) value(v ssa.Value) answer {
	if a, ok := t.wrapper(v.Type()); ok {
		return a
	}
	switch s := ir.StepOf(v); s.Kind {
	case ir.Alias:
		if free, ok := v.(*ssa.FreeVar); ok && len(s.From) == 0 {
			return t.joined(t.places.Bound(free.Parent())) // of a method value, such as the client's Get in a field
		}
		return t.joined(s.From)
	case ir.Constant:
		return answer{class: never}
	case ir.Param:
		return answer{class: never, params: []*ssa.Parameter{v.(*ssa.Parameter)}}
	case ir.Result:
		return t.returned(s.Call, s.Index)
	case ir.FieldOf:
		return t.fields.Of(fieldOf(s))
	case ir.Load:
		return t.held.Of(s.From[0])
	}
	return answer{}
}

// fieldOf returns the field of a step.
func fieldOf(s ir.Step) field { return field{s.Field, kube.Named(s.From[0].Type())} }

// wrapper answers for a type that says it all: a reader of the user's that embeds one client, and the struct that
// delegates in controller-runtime 0.6.
func (t *tracer) wrapper(typ types.Type) (answer, bool) {
	named := kube.Named(typ)
	if named == nil {
		return answer{}, false
	}
	if kube.IsDelegatingClient(named) {
		return answer{class: Cached}, true
	}
	s, ok := named.Underlying().(*types.Struct)
	if !ok || !kube.IsReader(types.NewPointer(named)) {
		return answer{}, false
	}
	embedded := -1
	for i := range s.NumFields() {
		if f := s.Field(i); f.Embedded() && kube.IsReader(f.Type()) {
			if embedded >= 0 {
				return answer{}, true
			}
			embedded = i
		}
	}
	if embedded < 0 {
		return answer{}, true
	}
	return t.overridden(named, t.fields.Of(field{ir.Field(named, embedded), named})), true
}

// stored answers for what is at an address.
func (t *tracer) stored(addr ssa.Value) answer {
	switch s := ir.StepOf(addr); s.Kind {
	case ir.Alias: // captured
		out := answer{class: never}
		for _, bound := range s.From {
			out = join(out, t.held.Of(bound))
		}
		return out
	case ir.FieldAddr:
		return t.fields.Of(fieldOf(s))
	case ir.Variable:
		if _, global := addr.(*ssa.Global); !global {
			return t.joined(t.places.Contents(addr))
		}
		if stored := t.places.StoredAt(addr); set(stored) {
			return t.at(addr.Pos(), 0, t.called(t.joined(stored)))
		}
		return t.at(addr.Pos(), 0, t.named(addr))
	}
	return answer{}
}

// set tells whether one of the values that are stored somewhere is more than nil.
func set(stored []ssa.Value) bool {
	return slices.ContainsFunc(stored, func(v ssa.Value) bool { return ir.StepOf(v).Kind != ir.Constant })
}

// field answers for what a struct field holds, wherever the struct is.
func (t *tracer) field(f field) answer { return t.at(f.Pos(), 0, t.fieldHere(f)) }

// fieldHere answers by what is to be seen from the package.
func (t *tracer) fieldHere(f field) answer {
	stored := t.places.OfField(f.Var)
	all := t.joined(stored)
	out := t.called(all)
	// What is usual for the field is a better guess than what is usual for parameters.
	byCallers := all.class == never && len(all.params) > 0
	if set(stored) && !(out.class == Unknown && byCallers) {
		return out
	}
	if c := t.fact(fieldName(f.owner, f.Var), f.Pkg()); c != Unknown && !set(stored) {
		return answer{class: c}
	}
	return t.assume(f.Name(), f.Type(), f.owner)
}

// parameter answers for what the callers in the package pass, or what is usual.
func (t *tracer) parameter(p *ssa.Parameter) answer { return t.at(p.Pos(), 0, t.passedHere(p)) }

// passedHere answers by what is to be seen from the package.
func (t *tracer) passedHere(p *ssa.Parameter) answer {
	passed := t.places.Passed(p)
	if !set(passed) {
		return t.named(p)
	}
	return t.called(t.joined(passed))
}

// named answers by name and type, where no more is known: for a field, variable or parameter.
func (t *tracer) named(v ssa.Value) answer {
	for range 4 {
		switch s := ir.StepOf(v); {
		case s.Kind == ir.Alias && len(s.From) == 1, s.Kind == ir.Load:
			v = s.From[0]
			continue
		case s.Field != nil:
			return t.assume(s.Field.Name(), s.Field.Type(), kube.Named(s.From[0].Type()))
		case s.Kind == ir.Param, s.Kind == ir.Variable && v.Parent() == nil:
			return t.assume(v.Name(), ir.Deref(v.Type()), nil)
		}
		break
	}
	return answer{class: never}
}

// returned answers for a result of a call.
func (t *tracer) returned(call *ssa.Call, n int) answer {
	a := t.returnedHere(call, n)
	if len(a.params) > 0 {
		return a // the caller's argument says more
	}
	return t.at(call.Pos(), n, a)
}

// returnedHere answers by what is to be seen from the package.
func (t *tracer) returnedHere(call *ssa.Call, n int) answer {
	common := call.Common()
	s := ir.Symbol(common)
	switch kube.ProvenanceOf(s) {
	case kube.ManagerClient:
		return answer{class: Cached}
	case kube.AlwaysCached:
		return answer{class: Cache}
	case kube.AlwaysLive:
		return answer{class: Live}
	case kube.Strong:
		return answer{class: Strong}
	case kube.ByOptions:
		return answer{class: byOptions(common)}
	case kube.Wraps:
		for _, arg := range common.Args {
			if kube.IsReader(arg.Type()) {
				return t.values.Of(arg)
			}
		}
	}
	if callee := t.lazy.Callee(common); callee != nil {
		return t.passed(t.results.Of(result{callee, n}), callee, common)
	}
	if c := t.fact(resultName(s), ir.CalledPackage(common)); c != Unknown {
		return answer{class: c}
	}
	return t.assume(s.Name, ir.ResultType(call, n), nil)
}

// result answers for what a function returns, whoever calls it.
func (t *tracer) result(r result) answer { return t.joined(ir.Returned(r.fn, r.n)) }

// passed replaces the parameters of a function in an answer by what a call passes for them.
func (t *tracer) passed(a answer, fn *ssa.Function, common *ssa.CallCommon) answer {
	out := a
	out.params = nil
	for _, p := range a.params {
		if arg := ir.ArgFor(common, p); p.Parent() == fn && arg != nil {
			out = join(out, t.values.Of(arg))
		} else {
			out = join(out, answer{class: never, params: []*ssa.Parameter{p}})
		}
	}
	return out
}

// byOptions returns the class of a client that client.New makes: its options may name a cache to read from.
func byOptions(common *ssa.CallCommon) Class {
	if len(common.Args) < 2 {
		return Unknown
	}
	if ir.IsNil(common.Args[1]) {
		return Live // the zero Options
	}
	options := ir.Literal(common.Args[1])
	if options == nil {
		return Unknown
	}
	cache, set := ir.FieldStore(options, "Cache")
	if !set {
		return Live
	}
	cacheOptions, ok := cache.(*ssa.Alloc)
	if !ok {
		return Unknown
	}
	if _, reads := ir.FieldStore(cacheOptions, "Reader"); !reads {
		return Live
	}
	return Backed
}
