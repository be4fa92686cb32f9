package change

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// An Effect is what an instruction changes, itself or through the function that it calls.
type Effect struct {
	By ssa.Instruction
	// Target refers to what is changed, or leads there: it is the argument of a call, the address of a store, a map.
	Target ssa.Value
	Mark
	// At is where the function is that Where names, if it is in this package.
	At token.Pos
	// turn says that it is what a function of this package does that a loop comes to, which is told what it is given itself.
	turn bool
}

// A Mark is what is changed in what something refers to.
type Mark struct {
	// Path leads from there to what is changed: names of fields, and ir.Element; see [Fields].
	Path string
	// Depth is how many references lead from there to what is changed; 0 if it is that itself.
	Depth int
	// What says in a word or two what changes it: a function's name, or what the statement does.
	What string
	// Where names the function that changes it, with file and line, if that is not the one in which it is told of.
	Where string
	// Reply says that a client writes the server's answer into it.
	Reply bool
	// Read says that the answer is that to a read.
	Read bool
	// Typed says that it is changed only if it is no unstructured object, whose getters return copies.
	Typed bool
	// As is the type that it is to be of for that, if it may be of several.
	As string
	// Unstored says that it is changed only in an object that the API server hasn't stored yet.
	Unstored bool
	// Needs are what the flags of the function have to be that changes it: of the one that By calls, if By is a call.
	Needs ir.Needs
	Harm  Harm
}

// maxEffects bounds what is told of a function, for each parameter.
const maxEffects = 40

// Effects returns what the instructions of a function change, in the order of its blocks; not those of the function
// literals in it. What is certain to be a variable of the function itself is left out, and so is an empty map or slice in
// place of nil, unless something is put in it.
func (in *Info) Effects(fn *ssa.Function) (out []Effect) {
	t := in.trace
	for _, b := range fn.Blocks {
		for store := range ir.All[*ssa.Store](fn.Blocks[b.Index : b.Index+1]) {
			if of, _, _ := ir.Base(store.Addr); !isVariable(of) {
				out = append(out, Effect{By: store, Target: store.Addr, Mark: Mark{What: "this assignment", Harm: Ahead}})
			}
		}
		for update := range ir.All[*ssa.MapUpdate](fn.Blocks[b.Index : b.Index+1]) {
			out = append(out, Effect{By: update, Target: update.Map, Mark: Mark{What: "this assignment", Harm: Ahead}})
		}
		for call := range ir.All[ssa.CallInstruction](fn.Blocks[b.Index : b.Index+1]) {
			out = append(out, t.ofCall(call)...)
		}
	}
	for i := range out {
		out[i].Harm = t.harmOf(out[i])
		out[i].Unstored = out[i].Unstored || ifUnstored(out[i].By, out[i].Target)
	}
	return slices.DeleteFunc(slices.Clone(out), func(e Effect) bool {
		store, ok := e.By.(*ssa.Store)
		return ok && ir.FillsNil(store) && !slices.ContainsFunc(out, func(more Effect) bool { return ir.LoadsFrom(more.Target, store.Addr) })
	})
}

// ByCall returns what a call changes in what it is given; nothing if the package has nothing to do with the API.
func (in *Info) ByCall(call ssa.CallInstruction) []Effect {
	if in == nil {
		return nil
	}
	return in.trace.ofCall(call)
}

// Sets returns the fields that a call sets in what it is passed; false if the function that it comes to isn't known to keep nothing
// of that, and to hand it on to none that may set more.
func (in *Info) Sets(call ssa.CallInstruction, v ssa.Value) (fields []string, known bool) {
	if in == nil {
		return nil, false
	}
	for n, arg := range ir.Args(call.Common()) {
		if arg != v {
			continue
		}
		given := in.trace.lentBy(call, n, true)
		if given.lent {
			return nil, false
		}
		fields = append(fields, strings.Fields(given.sets)...)
	}
	for _, e := range in.trace.ofCall(call) {
		if e.Target == v && !e.Reply {
			fields = append(fields, e.Path)
		}
	}
	return fields, true
}

// ofCall returns what a call changes.
func (t *tracer) ofCall(call ssa.CallInstruction) []Effect {
	common := call.Common()
	if changed, what := ir.ChangedByBuiltin(common); changed != nil {
		return []Effect{{By: call, Target: changed, Mark: Mark{What: what, Harm: harmOfDelete(common)}}}
	}
	obj := cmp.Or(ir.Called(common), chosen(common))
	if obj == nil {
		return t.ofCallee(call)
	}
	if strings.HasPrefix(obj.Name(), "DeepCopy") && obj.Name() != "DeepCopyInto" {
		return nil
	}
	if m, ok := kube.MutationOf(obj); ok {
		target := ir.Mutated(common, m)
		// A client's List fills a list, which is no object of a cache, though its items may be.
		if target == nil || m.Reply && ir.CalledName(common) == "List" || ir.Unsorted(call, target) {
			return nil
		}
		of := Effect{By: call, Target: target, Mark: Mark{Path: m.Field, What: obj.Name(), Reply: m.Reply, Harm: Ahead}}
		if op, ok := ir.Operation(common); ok && m.Reply {
			of.Read = op.Verb.Reads()
		}
		if m.Settles || filtersAlike(call) {
			of.Harm = Same
		}
		if !m.Inside {
			return []Effect{of}
		}
		inside := of
		inside.Depth = 1
		return []Effect{of, inside}
	}
	return t.ofCallee(call)
}

// chosen returns the first of the functions of the libraries that a call may be of, if all of them change the same of what
// they are given, such as to add a finalizer or remove one; nil if it is no such call.
func chosen(common *ssa.CallCommon) types.Object {
	phi, ok := common.Value.(*ssa.Phi)
	if !ok || common.IsInvoke() {
		return nil
	}
	var first types.Object
	var same kube.Mutation
	for _, edge := range phi.Edges {
		fn, ok := edge.(*ssa.Function)
		if !ok || fn.Object() == nil {
			return nil
		}
		m, ok := kube.MutationOf(fn.Object())
		if !ok || first != nil && (m.Field != same.Field || m.Arg != same.Arg) {
			return nil
		}
		if first == nil {
			first, same = fn.Object(), m
		}
	}
	return first
}

// ofCallee returns what the function that a call comes to changes in what it is given.
func (t *tracer) ofCallee(call ssa.CallInstruction) (out []Effect) {
	common := call.Common()
	var effects []Effect
	if callee := t.pkg.Callee(common); callee != nil {
		effects, out = t.changesBy(call, callee), t.ofInvoked(call, callee)
	} else if turns := t.pkg.InTurn(common); len(turns) > 0 {
		return t.ofTurns(call, turns)
	} else if effects = t.ofEach(call, t.choices(common)); len(effects) == 0 {
		return t.ofForeign(call)
	}
	return append(out, passedTo(call, effects)...)
}

// passedTo returns what a call changes in what it is given, of what the function changes that it comes to.
func passedTo(call ssa.CallInstruction, effects []Effect) (out []Effect) {
	for _, e := range effects {
		if arg := ir.ArgFor(call.Common(), e.Target.(*ssa.Parameter)); arg != nil && !(e.Typed && isUnstructured(arg)) && !isElse(arg, e.As) {
			e.By, e.Target = call, arg
			out = append(out, e)
		}
	}
	return out
}

// choices returns the functions of which a call comes to one: methods that implement that of an interface, or functions in a map.
func (t *tracer) choices(common *ssa.CallCommon) []*ssa.Function {
	if fns := t.pkg.Implementations(common); len(fns) > 0 {
		return fns
	}
	return ir.Map(t.pkg.OneOf(common), func(turn ir.Turn) *ssa.Function { return turn.Fn })
}

// ofTurns returns what the functions change in what they are given that a call comes to in a loop, one after the other.
func (t *tracer) ofTurns(call ssa.CallInstruction, turns []ir.Turn) (out []Effect) {
	for _, turn := range turns {
		if turn.Fn != nil {
			for _, e := range passedTo(call, t.changesBy(call, turn.Fn)) {
				e.turn = true
				out = append(out, e)
			}
		} else {
			out = append(out, ofKnown(call, t.known[turn.Obj.Origin()])...)
		}
	}
	return out
}

// changesBy returns what a function changes when a call comes to it, which may pass constants for the flags that this needs.
func (t *tracer) changesBy(call ssa.CallInstruction, fn *ssa.Function) []Effect {
	return slices.DeleteFunc(slices.Clone(t.changes.Of(fn)), func(e Effect) bool { return e.Needs.Denied(call) })
}

// maxImplementations bounds how many methods a call may come to for them to be looked into.
const maxImplementations = 8

// ofEach returns what the first of some functions changes, as far as each of the others changes something of the same parameter
// too: whichever it is that the call comes to.
func (t *tracer) ofEach(call ssa.CallInstruction, fns []*ssa.Function) []Effect {
	if len(fns) < 2 || len(fns) > maxImplementations || slices.Contains(fns, nil) {
		return nil
	}
	return slices.DeleteFunc(t.changesBy(call, fns[0]), func(e Effect) bool {
		n := ir.ParamIndex(e.Target.(*ssa.Parameter))
		return slices.ContainsFunc(fns[1:], func(other *ssa.Function) bool {
			return !slices.ContainsFunc(t.changesBy(call, other), func(o Effect) bool { return ir.ParamIndex(o.Target.(*ssa.Parameter)) == n })
		})
	})
}

// summary returns what a function changes in what its parameters refer to, itself or in its function literals.
func (t *tracer) summary(fn *ssa.Function) (out []Effect) {
	many := map[ssa.Value]int{}
	var of func(*ssa.Function)
	of = func(inner *ssa.Function) {
		for _, e := range t.Effects(inner) {
			for _, r := range t.rootsOf(e) {
				if r.Param == nil || r.Param.Parent() != fn || int(r.floor) > 0 || r.shift > 0 || many[r.Param] >= maxEffects {
					continue
				}
				at := Effect{Target: r.Param, Mark: e.Mark, At: e.At}
				at.Needs = t.needs(e, fn)
				if at.Path, at.Depth, at.Typed, at.As = r.Path, -int(r.shift), r.typed, r.as; at.Where == "" {
					at.Where, at.At = t.pkg.Where(e.By), e.By.Pos()
				}
				if !slices.ContainsFunc(out, func(o Effect) bool {
					return o.Target == at.Target && o.Path == at.Path && o.Depth == at.Depth && o.Reply == at.Reply && o.As == at.As && (at.Read || !o.Read) && (at.Typed || !o.Typed) && (at.Unstored || !o.Unstored) && o.Needs.Within(at.Needs) && o.Harm >= at.Harm
				}) {
					many[r.Param]++
					out = append(out, at)
				}
			}
		}
		for _, literal := range inner.AnonFuncs {
			of(literal)
		}
	}
	of(fn)
	return out
}

// needs returns what the flags of a function have to be for an effect of it, or of a literal in it.
func (t *tracer) needs(e Effect, fn *ssa.Function) ir.Needs {
	needs := t.flags.Needs(fn, e.By)
	if call, ok := e.By.(ssa.CallInstruction); ok {
		needs = needs.And(e.Needs.Handed(call.Common(), fn))
	}
	return needs
}

// rootsOf returns the roots of what is changed, as seen from there: with no references between, it is the root's own.
func (t *tracer) rootsOf(e Effect) []Root {
	var at answer
	if e.Depth > 0 && t.elementsReplaced(e) {
		return nil
	}
	if v, path, ok := t.variable(e.Target, e.Path); ok && e.Depth > 0 {
		at = t.before(cell{v, path, nil}, e.By).deeper(e.Depth - 1)
	} else {
		at = t.values.Of(e.Target).below(e.Path).deeper(e.Depth)
	}
	if b, ok := e.By.(ssa.CallInstruction); ok && ir.IsBuiltin(b.Common(), "append") {
		at = at.each(func(r Root) (Root, bool) { return r, r.part })
	}
	if e.Typed {
		at = at.ofTyped()
	}
	return at.roots
}

// deeper is the answer for what is so many references away.
func (a answer) deeper(depth int) answer {
	for range min(depth, maxAway) {
		a = a.loaded()
	}
	return a
}

// Changes returns what the instructions of a function change of what belongs to a cache, with the object that it is of.
func (in *Info) Changes(fn *ssa.Function) (out []Change) {
	for _, e := range in.Effects(fn) {
		for _, r := range in.trace.rootsOf(e) {
			if !e.turn || r.Param != nil {
				out = append(out, Change{e, r})
			}
		}
	}
	for _, c := range slices.Concat(in.trace.registered, in.trace.changesBeyond()) {
		if c.By.Parent() != fn {
			continue
		}
		at := rooted(c.Root).below(c.Path).deeper(c.Depth)
		if c.Typed {
			at = at.ofTyped()
		}
		for _, r := range at.roots {
			out = append(out, Change{c.Effect, r})
		}
	}
	return slices.DeleteFunc(out, func(c Change) bool {
		r := c.Root
		return !r.Within(0) || c.Unstored || isOld(r) || isTypeMeta(r) || !mayHave(r) || r.typed && !in.typed(r.Source)
	})
}

// A Change is an effect on an object that a cache holds.
type Change struct {
	Effect
	Root Root
}

func isOld(r Root) bool {
	first, _, _ := strings.Cut(r.Path, ".")
	return r.Source.Kind == Event && kube.IsOldObject(first)
}

// mayHave tells whether the object of an event can have what it is changed in: a function that tells the types of its
// argument apart changes others of them.
func mayHave(r Root) bool {
	named := kube.Named(ir.Deref(r.Source.Type))
	first, rest, _ := strings.Cut(r.Path, ".")
	if kube.IsEventObject(first) && !kube.IsEvent(r.Source.Type) { // a function is handed what is in the event
		first, _, _ = strings.Cut(rest, ".")
	}
	if named == nil || r.Source.Kind != Event || first == "" || first == ir.Element || kube.IsUnstructured(named) {
		return true
	}
	if _, ok := named.Underlying().(*types.Struct); !ok {
		return true
	}
	field, _, _ := types.LookupFieldOrMethod(named, true, named.Obj().Pkg(), first)
	return field != nil
}

// isTypeMeta tells whether a root is the kind or API version of a typed object, which says what its type says.
func isTypeMeta(r Root) bool {
	first, field, _ := strings.Cut(r.Path, ".")
	if first != "TypeMeta" {
		field = r.Path
	}
	return (field == "Kind" || field == "APIVersion") && !kube.IsUnstructured(ir.Deref(r.Source.Type))
}

// isData tells whether values of a type may be objects of the API, or parts of them that refer to something: what
// functions do with others is no business of other packages.
func isData(t types.Type) bool {
	if kube.IsTime(ir.Deref(t)) {
		return false
	}
	if param := ir.TypeParam(ir.Deref(t)); param != nil {
		return mayBeData(param.Constraint())
	}
	switch u := ir.Deref(t).Underlying().(type) {
	case *types.Map:
		return true
	case *types.Slice:
		return refers(u.Elem()) || !isBytes(u)
	case *types.Interface:
		return kube.IsObject(t) || kube.IsMetadata(t) || u.Empty()
	case *types.Struct:
		for f := range u.Fields() {
			switch f.Type().Underlying().(type) {
			case *types.Chan, *types.Signature, *types.Interface:
				return false
			}
		}
		return true
	}
	return false
}

func isBytes(s *types.Slice) bool {
	b, ok := s.Elem().Underlying().(*types.Basic)
	return ok && b.Kind() == types.Byte
}
