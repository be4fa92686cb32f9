package change

import (
	"cmp"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A tracer follows values back to the objects that they are or belong to. Its tables hang on each other.
type tracer struct {
	*Info
	solver   *flow.Solver
	places   *ir.Index
	values   *flow.Table[ssa.Value, answer]
	entries  *flow.Table[cellAt, answer] // what a cell holds when a block begins
	fields   *flow.Table[*types.Var, answer]
	params   *flow.Table[*ssa.Parameter, answer] // what the callers in the package pass
	results  *flow.Table[result, answer]         // of functions of the package, whoever calls them
	yields   *flow.Table[yielded, answer]
	changes  *flow.Table[*ssa.Function, []Effect]
	invokes  *flow.Table[*ssa.Function, []invoked]
	lends    *flow.Table[lending, lent]
	updates  *flow.Table[*ssa.Function, []Updated]
	beyond   *flow.Table[given, bool] // see usedBeyond
	handings *flow.Table[handing, answer]
	nested   *flow.Table[*ssa.Function, []Nested] // see returnsNested
	looks    *flow.Table[*ssa.Parameter, bool]    // see onlyLooks
	sharing  *flow.Table[ssa.Value, bool]         // see hasSharing
	pointed  flow.Memo[ssa.Value, *ssa.Alloc]     // see split
	fillings flow.Memo[filling, *Reading]
	sends    *flow.Table[*ssa.Parameter, Sending]
	owns     flow.Memo[ssa.Value, *own]
	bases    flow.Memo[ssa.Value, *base]
	numbers  map[ssa.Instruction]int // see position
	numbered map[*ssa.BasicBlock]bool
	sources  map[sourceAt]*Source
	writes   flow.Memo[*ssa.Function, []*ssa.Call] // see writesIn
	saves    flow.Memo[*ssa.Function, map[ssa.Value]*saves]
	flags    ir.Flags
	uncopies bool       // there are managers whose options make reads share
	calling  *callbacks // nil until somebody asks
	foreign  []Change   // see changesBeyond; nil until somebody asks
	// handedOut are the sources of what functions are called with, by their parameters.
	handedOut map[*ssa.Parameter]*Source
	// registered are what the functions of other packages change in their objects which the package registers for events.
	registered []Change
}

// A result is one of a function.
type result struct {
	fn *ssa.Function
	n  int
}

func table[K comparable](s *flow.Solver, compute func(K) answer) *flow.Table[K, answer] {
	return flow.NewTable(s, flow.Rules[K, answer]{Compute: compute, Unknown: unknown, Equal: equalAnswers})
}

func newTracer(in *Info, s *flow.Solver) *tracer {
	t := &tracer{Info: in, solver: s, places: in.pkg.Index(), numbers: map[ssa.Instruction]int{}, numbered: map[*ssa.BasicBlock]bool{}, sources: map[sourceAt]*Source{}, handedOut: map[*ssa.Parameter]*Source{}}
	t.uncopies = slices.ContainsFunc(in.origins.Views, func(v client.View) bool { return v.Options.Uncopies() })
	t.values = table(s, t.value)
	t.entries = table(s, t.entry)
	t.fields = table(s, t.field)
	t.params = table(s, t.parameter)
	t.results = table(s, t.result)
	t.yields = table(s, t.yielding)
	t.handings = table(s, t.hands)
	t.changes = flow.NewTable(s, flow.Rules[*ssa.Function, []Effect]{Compute: t.summary, Equal: slices.Equal[[]Effect]})
	t.invokes = flow.NewTable(s, flow.Rules[*ssa.Function, []invoked]{Compute: t.invoking, Equal: slices.Equal[[]invoked]})
	t.updates = flow.NewTable(s, flow.Rules[*ssa.Function, []Updated]{Compute: t.updating, Unknown: []Updated{{}}, Equal: slices.Equal[[]Updated]})
	t.lends = flow.NewTable(s, flow.Rules[lending, lent]{Compute: t.lending, Unknown: lent{lent: true}, Equal: flow.Equal[lent]})
	t.nested = flow.NewTable(s, flow.Rules[*ssa.Function, []Nested]{Compute: t.returnsNested, Equal: slices.Equal[[]Nested]})
	t.looks = flow.NewTable(s, flow.Rules[*ssa.Parameter, bool]{Compute: t.onlyLooks, Equal: flow.Equal[bool]})
	t.sends = flow.NewTable(s, flow.Rules[*ssa.Parameter, Sending]{Compute: t.sending, Unknown: SendsWhole, Equal: flow.Equal[Sending]})
	t.sharing = flow.NewTable(s, flow.Rules[ssa.Value, bool]{Compute: t.hasSharing, Equal: flow.Equal[bool]})
	t.beyond = flow.NewTable(s, flow.Rules[given, bool]{Compute: t.usedBeyond, Unknown: true, Equal: flow.Equal[bool]})
	return t
}

// refers tells whether a value of the type can be, or hold, a reference to something that can be changed.
func refers(t types.Type) bool {
	if kube.IsTime(t) {
		return false
	}
	switch t := t.Underlying().(type) {
	case *types.Basic, *types.Signature, *types.Chan:
		return false
	case *types.Interface:
		return !types.Identical(t, types.Universe.Lookup("error").Type().Underlying())
	}
	return true
}

// joined is what is known of a value that is one of these.
func (t *tracer) joined(values []ssa.Value) (out answer) {
	for _, v := range values {
		out = out.join(t.values.Of(v))
	}
	return out
}

func (t *tracer) value(v ssa.Value) answer {
	if !refers(v.Type()) {
		return unknown
	}
	switch s := ir.StepOf(v); s.Kind {
	case ir.Alias:
		if free, ok := v.(*ssa.FreeVar); ok {
			return t.address(free)
		}
		a := t.asserted(t.joined(s.From), v.Type())
		if a.other && ir.ByFlag(v) {
			return unknown // the flag says whether it is a copy already
		}
		return a
	case ir.Constant:
		return answer{}
	case ir.Param:
		return t.given(v.(*ssa.Parameter))
	case ir.Result:
		return t.returned(s.Call, s.Index)
	case ir.Load:
		return t.loaded(s.From[0], v)
	case ir.FieldOf:
		return t.part(s.From[0], s.Field.Name())
	case ir.Entry:
		if put := t.put(s.From[0]); len(put.roots) > 0 {
			return put
		}
		return t.values.Of(s.From[0]).loaded()
	case ir.Sliced:
		room, hollow := ir.Beginning(v)
		return t.values.Of(s.From[0]).each(func(r Root) (Root, bool) {
			r.part = r.part || room
			return r, !hollow
		})
	case ir.Made:
		return t.made(v)
	case ir.Received:
		return t.put(s.From[0])
	case ir.Variable, ir.FieldAddr, ir.ElementAddr:
		return t.address(v)
	}
	return unknown
}

// asserted leaves out of what is asserted to be of a type what then is no object of the API: an informer's store has
// no others.
func (t *tracer) asserted(a answer, to types.Type) answer {
	if types.IsInterface(to) {
		return a
	}
	return a.each(func(r Root) (Root, bool) {
		if r.Param != nil && r.Path == "" && r.shift == 0 && types.IsInterface(r.Param.Type()) {
			r.as = types.TypeString(to, nil)
		}
		return r, r.Source == nil || r.Source.Kind != Store || r.Path != "" || r.away() > 0 || kube.IsObject(to)
	})
}

// isElse tells whether a value is of another type than what it would have to be asserted to be.
func isElse(v ssa.Value, as string) bool {
	made, ok := v.(*ssa.MakeInterface)
	return ok && as != "" && as != types.TypeString(made.X.Type(), nil)
}

// made answers for a map or slice that the function makes: for what is put in it. Of a map in which copies are put too,
// nothing is known: they may have taken the place of what is looked up.
func (t *tracer) made(v ssa.Value) (out answer) {
	_, isMap := v.Type().Underlying().(*types.Map)
	for _, use := range t.places.Uses(v) {
		if use.Does == ir.Fills && refers(use.Val.Type()) {
			if step := ir.StepOf(use.Val); isMap && step.Kind == ir.Result && CopyOf(step.Call) != nil {
				return unknown
			}
			out = out.join(t.values.Of(use.Val).held("", use.Val.Type()))
		}
	}
	for _, elem := range t.places.Elements(v) {
		for _, stored := range t.places.StoredAt(elem) {
			if refers(stored.Type()) {
				out = out.join(t.values.Of(stored).held("", stored.Type()))
			}
		}
	}
	out.other = out.other || len(out.roots) == 0 // it is the program's own
	return out
}

// given answers for a parameter: what an event function is given is the cache's, and so is what a loop is given by an iterator
// over that.
func (t *tracer) given(p *ssa.Parameter) answer {
	if a, known := t.ranged(p); known {
		return a
	}
	if source := t.events[p]; source != nil {
		return rooted(Root{Source: source})
	}
	handed := t.calledWith(p)
	if obj := p.Parent().Object(); len(handed.roots) > 0 && len(t.places.Callers(p.Parent())) == 0 && (obj == nil || !obj.Exported()) {
		return handed
	}
	return rooted(Root{Param: p}).join(answer{roots: handed.roots})
}

// address answers for the address of a variable, or of a part of something.
func (t *tracer) address(v ssa.Value) answer {
	of, path, _ := t.split(v)
	if !isVariable(of) {
		return t.values.Of(of).below(path)
	}
	var all answer
	for _, def := range t.base(of).defs {
		if def.Arg != nil {
			if t.isAnybody(def.By) {
				return unknown
			}
			if rest, ok := ir.PathIn(def.Path, path); ok {
				all = all.join(t.shallow(def).held(rest, ir.Deref(ir.Unwrap(def.Arg).Type())))
			}
			continue
		}
		if def.Val == nil || !refers(def.Val.Type()) {
			continue
		}
		if rest, ok := ir.PathIn(def.Path, path); ok {
			all = all.join(t.values.Of(def.Val).held(rest, def.Val.Type()))
		} else if rest, ok := ir.PathIn(path, def.Path); ok {
			all = all.join(t.part(def.Val, rest).held("", ir.Deref(v.Type())))
		}
	}
	if held := ir.Deref(of.Type()); ir.IsStruct(held) || ir.TypeParam(held) != nil {
		all.other = true
	}
	return all
}

func isVariable(v ssa.Value) bool {
	_, captured := v.(*ssa.FreeVar)
	return captured || ir.StepOf(v).Kind == ir.Variable
}

// part answers for what a value has at a path: for the field of a struct.
func (t *tracer) part(v ssa.Value, path string) answer {
	if path == "" {
		return t.values.Of(v)
	}
	if s := ir.StepOf(v); s.Kind == ir.Load {
		return t.loadedFrom(s.From[0], path, v.(ssa.Instruction))
	}
	return t.values.Of(v).below(path)
}

// loadedFrom answers for what is loaded at an instruction from an address, or for what that has at a path.
func (t *tracer) loadedFrom(addr ssa.Value, path string, at ssa.Instruction) answer {
	of, steps, index := t.split(addr)
	if path != "" {
		index = nil
	}
	c := cell{of, ir.Below(steps, path), index}
	a := t.before(c, at)
	if !strings.HasPrefix(steps, ir.Element) || len(a.roots) == 0 || isVariable(of) {
		return a
	}
	if strings.HasSuffix(steps, ir.Element) && a.other && len(t.base(of).defs) > 0 || t.replaced(of, at) {
		return unknown // some elements have been replaced
	}
	return a
}

// loaded answers for a value that is loaded from an address: of a struct, for the copy that it is then.
func (t *tracer) loaded(addr, v ssa.Value) answer {
	at := v.(ssa.Instruction)
	a := t.loadedFrom(addr, "", at).ofStruct(v.Type())
	if !ir.IsStruct(v.Type()) || len(a.roots) == 0 {
		return a
	}
	return t.without(a, addr, at, func(r Root) Root { return r })
}

// field answers for what the package keeps in a field, wherever the struct is: what is a cache's whoever has put it
// there.
func (t *tracer) field(f *types.Var) answer {
	return t.kept(t.places.OfField(f))
}

// kept answers for what is in one of these values' place: it is a cache's if all are, or the same parts of all of them.
func (t *tracer) kept(stored []ssa.Value) (out answer) {
	for _, v := range stored {
		a := t.called(t.values.Of(v))
		if a.other && !slices.ContainsFunc(a.roots, func(r Root) bool { return r.at != "" }) {
			return unknown
		}
		out = out.join(a)
	}
	return out
}

// put answers for what is taken out of a channel, a queue or a map: for what the package puts there.
func (t *tracer) put(in ssa.Value) answer {
	if all := t.places.Put(in); len(all) > 0 {
		return t.kept(all)
	}
	return unknown
}

// called replaces the parameters of an answer by what the callers in the package pass.
func (t *tracer) called(a answer) answer {
	out := answer{other: a.other}
	for _, r := range a.roots {
		if r.Param == nil {
			out = out.join(rooted(r))
		} else {
			out = out.join(t.params.Of(r.Param).each(func(passed Root) (Root, bool) { return r.from(passed) }))
		}
	}
	return out
}

// from replaces the parameter of a root by what is known of what is passed for it.
func (r Root) from(passed Root) (Root, bool) {
	out, ok := passed.below(r.Path)
	if ok {
		out, ok = out.lacking(r.lacks)
	}
	if r.at != "" {
		out.at = strings.TrimSuffix(r.at+">"+strings.TrimPrefix(out.at, ">"), ">")
	}
	out.shift, out.floor = passed.shift+r.shift, max(passed.floor+r.shift, r.floor)
	out.Copied, out.part = passed.Copied || r.Copied, passed.part && r.shift == 0 || r.part
	out.typed, out.copies = passed.typed || r.typed, cmp.Or(r.copies, passed.copies)
	return out.normal(), ok
}

// parameter answers for what the callers in the package pass: unknown if others may call the function.
func (t *tracer) parameter(p *ssa.Parameter) answer {
	fn := p.Parent()
	if obj := fn.Object(); len(t.places.Callers(fn)) == 0 || obj != nil && obj.Exported() {
		return unknown
	}
	return t.kept(t.places.Passed(p))
}

// result answers for what a function returns, whoever calls it.
func (t *tracer) result(r result) (out answer) {
	for ret := range ir.All[*ssa.Return](r.fn.Blocks) {
		if r.n < len(ret.Results) && !ir.GivesNothing(ret, r.n) {
			out = out.joinNeeds(t.handed(ret.Results[r.n], ret).needing(t.flags.Needs(r.fn, ret)))
		}
	}
	return out
}

// returned answers for a result of a call.
func (t *tracer) returned(call *ssa.Call, n int) answer {
	common := call.Common()
	obj := ir.Called(common)
	switch {
	case ir.IsBuiltin(common, "append"):
		return t.appended(common)
	case obj != nil && strings.HasPrefix(obj.Name(), "DeepCopy"):
		return unknown
	}
	if callee := t.pkg.Callee(common); callee != nil {
		return t.substituted(t.results.Of(result{callee, n}), callee, call)
	}
	if source := t.sourceOf(call, n); source != nil {
		r := Root{Source: source}
		if source.List {
			r = r.held("", source.Type)
		}
		return rooted(r)
	}
	if taken, ok := kube.TakenBy(ir.Symbol(common)); ok && taken == n {
		recv, _ := ir.Receiver(common)
		return t.put(recv)
	}
	if how, arg, field := kube.SharingOf(obj); how != kube.NoSharing && n == 0 {
		return t.shared(how, ir.Mutated(common, kube.Mutation{Arg: arg}), field).ofStruct(ir.ResultType(call, n))
	}
	if a, known := t.gathered(call); known {
		return a
	}
	return t.fact(call, n)
}

// shared answers for what a function returns that has to do with its argument.
func (t *tracer) shared(how kube.Sharing, arg ssa.Value, field string) answer {
	if arg == nil {
		return unknown
	}
	switch a := t.values.Of(arg).below(field); how {
	case kube.Same:
		return a
	case kube.Held:
		return a.loaded()
	case kube.HeldTyped:
		if isUnstructured(arg) {
			return unknown
		}
		return a.loaded().ofTyped()
	default:
		return a.copied(arg.Type())
	}
}

// appended answers for the result of append: the elements are those of both slices, and the room is the first one's if
// that is a part of another slice, and otherwise taken for new.
func (t *tracer) appended(common *ssa.CallCommon) answer {
	var out answer
	typ := common.Args[0].Type()
	for _, r := range t.values.Of(common.Args[0]).roots {
		if r.part {
			out = out.join(rooted(r))
		} else {
			out = out.join(rooted(r).copied(typ))
		}
	}
	for _, more := range common.Args[1:] {
		if refers(elementOf(more.Type())) {
			out = out.join(t.values.Of(more).copied(typ))
		}
	}
	return out
}

// substituted replaces the parameters of a function in an answer by what a call passes for them.
func (t *tracer) substituted(a answer, fn *ssa.Function, call ssa.CallInstruction) answer {
	out := answer{other: a.other}
	for _, r := range a.roots {
		if r.needs.Denied(call) {
			out.other = true
			continue
		}
		r.needs = ir.Needs{}
		r, arg := r.instance(call.Common()), ssa.Value(nil)
		if r.Param != nil && r.Param.Parent() == fn {
			arg = ir.ArgFor(call.Common(), r.Param)
		}
		switch {
		case r.Source != nil && r.Source.Of != nil && r.Source.Of.Parent() == fn:
			out = out.join(t.passedStore(r, call, ir.ArgFor(call.Common(), r.Source.Of)))
		case arg == nil:
			out = out.join(rooted(r))
		default:
			out = out.join(t.passed(arg, r, call))
		}
	}
	return out
}

// passed answers for what has to do with the parameter of a function, as the root says, when this is passed for it.
func (t *tracer) passed(arg ssa.Value, r Root, call ssa.CallInstruction) answer {
	if isElse(arg, r.as) {
		return unknown
	}
	if v, path, ok := t.variable(arg, r.Path); ok && r.shift < 0 {
		// What is loaded from a variable of the caller's is what that has there.
		inner := Root{Copied: r.Copied, shift: r.shift + 1, floor: r.floor, at: r.at, lacks: r.lacks, typed: r.typed, part: r.part, copies: r.copies}
		return t.before(cell{v, path, nil}, call).each(func(held Root) (Root, bool) { return inner.from(held) })
	}
	return t.values.Of(arg).each(func(passed Root) (Root, bool) { return r.from(passed) })
}

// variable returns the variable of which a value is the address, and the path of what is at a path below that.
func (t *tracer) variable(v ssa.Value, path string) (of ssa.Value, full string, ok bool) {
	of, steps, _ := t.split(ir.Unwrap(v))
	return of, ir.Below(steps, path), isVariable(of) || t.pointsBy(of) != nil
}
