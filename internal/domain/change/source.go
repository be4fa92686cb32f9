package change

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/domain/handler"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A sourceAt is where a source is, and the result or argument that has the objects.
type sourceAt struct {
	call *ssa.Call
	n    int
}

// sourceOf returns the source that a result of a call is, nil if it is none.
func (t *tracer) sourceOf(call *ssa.Call, n int) *Source {
	recv, _ := ir.Receiver(call.Common())
	if p, ok := recv.(*ssa.Parameter); ok && n == 0 && kube.MayHandOut(ir.Symbol(call.Common())) {
		return t.only(sourceAt{call, 0}, &Source{Kind: Store, Type: ir.ResultType(call, 0), Of: p})
	}
	op, ok := ir.Operation(call.Common())
	if verb := kube.HandsOut(ir.Symbol(call.Common())); verb != kube.NoVerb {
		op, ok = kube.Operation{Verb: verb, Via: kube.Lister}, true
	}
	if !ok && recv != nil && t.pkg.IsGetter(recv.Type()) {
		op, ok = kube.OwnListerOperation(ir.Called(call.Common()), recv.Type())
	}
	if !ok || n != 0 || recv == nil || op.Via != kube.Lister && op.Via != kube.Store || op.Verb != kube.VerbGet && op.Verb != kube.VerbList {
		return nil
	}
	if op.Via == kube.Lister && t.pkg.IsOwnLister(recv.Type()) || t.pkg.IsOwnStore(recv) {
		return nil
	}
	result := ir.ResultType(call, 0)
	source := &Source{Kind: Lister, Type: result, List: op.Verb == kube.VerbList}
	if source.List {
		source.Type = elementOf(result)
	}
	if op.Via == kube.Store {
		source.Kind = Store
		if !refers(source.Type) {
			return nil
		}
	}
	return t.only(sourceAt{call, 0}, source)
}

// passedStore answers for what a function returns of what hands out objects, when a call passes this for that: objects of a cache,
// if it is an informer's store.
func (t *tracer) passedStore(r Root, call ssa.CallInstruction, store ssa.Value) answer {
	at, ok := call.(*ssa.Call)
	if !ok || store == nil {
		return unknown
	}
	source := &Source{Kind: Store, Type: r.Source.Type, Where: t.where(r.Source)}
	switch of := ir.Unwrap(store).(type) {
	case *ssa.Parameter:
		if !kube.IsStore(of.Type()) {
			source.Of = of
		}
	default:
		if !kube.IsStore(of.Type()) {
			return unknown
		}
	}
	if t.pkg.IsOwnStore(ir.Unwrap(store)) {
		return unknown
	}
	r.Source = t.only(sourceAt{at, ofStore}, source)
	return rooted(r)
}

// ofStore stands for what a call returns in the place of a result's number, if that hangs on the store that it passes.
const ofStore = -1000

// only returns the one source of a place.
func (t *tracer) only(at sourceAt, source *Source) *Source {
	if known := t.sources[at]; known != nil {
		return known
	}
	source.Call, source.Pos = at.call, at.call.Pos()
	source.Type = t.objectType(at.call, source.Type)
	t.sources[at] = source
	return source
}

// typeSteps is how far the objects of a source are followed to where it is said of what type they are.
const typeSteps = 50

// objectType returns the type of an object: what it, or an element of the list that it is, is asserted to be, if its own
// type doesn't say. It goes by the first assertion.
func (t *tracer) objectType(v ssa.Value, typ types.Type) types.Type {
	seen := map[ssa.Value]bool{}
	for todo := []ssa.Value{v}; len(todo) > 0 && len(seen) < typeSteps && types.IsInterface(typ); todo = todo[1:] {
		if seen[todo[0]] {
			continue
		}
		seen[todo[0]] = true
		for _, use := range t.places.Uses(todo[0]) {
			switch {
			case use.Does == ir.Converts && kube.IsObject(assertedTo(use.To)):
				return assertedTo(use.To)
			case use.To != nil && (use.Does == ir.Takes || use.Does == ir.Loads || use.Does == ir.Looks || use.Does == ir.Else):
				todo = append(todo, use.To)
			}
		}
	}
	return typ
}

// assertedTo returns the type that a value was asserted to be of, checked or not.
func assertedTo(v ssa.Value) types.Type {
	if both, ok := v.Type().(*types.Tuple); ok && both.Len() > 0 {
		return both.At(0).Type()
	}
	return v.Type()
}

// sharingRead returns the source that a read is which is told to hand out what the cache holds; nil if it isn't.
func (t *tracer) sharingRead(call *ssa.Call, object ssa.Value) *Source {
	recv, args := ir.Receiver(call.Common())
	op, ok := ir.Operation(call.Common())
	if !ok || recv == nil || op.Opts < 0 || op.Opts >= len(args) || op.Verb != kube.VerbGet && op.Verb != kube.VerbList {
		return nil
	}
	source := &Source{Kind: Unsafe, Type: ir.Deref(ir.Unwrap(object).Type()), List: op.Verb == kube.VerbList}
	some := false
	if t.sharing.Of(args[op.Opts]) {
		source.Programs, some = t.mayBeCached(recv)
	}
	if !some {
		if op.Via != kube.Client || !t.uncopies {
			return nil
		}
		source.Programs, some = t.origins.Where(t.origins.Of(recv), func(k client.Known) bool {
			return k.Class == client.Cached && k.Options.IsUncopied(kind.OfType(source.Type))
		})
		if !some {
			return nil
		}
	}
	return t.only(sourceAt{call, op.Object}, source)
}

// eventSources returns the parameters of event functions that are objects of a cache: those of adds and updates, which
// others have too and will have for as long as the object is.
func (t *tracer) eventSources(events *handler.Events) map[*ssa.Parameter]*Source {
	sources := map[*ssa.Parameter]*Source{}
	t.changeSources(sources)
	t.indexSources(sources)
	if events == nil {
		return sources
	}
	for _, e := range events.List {
		fn := e.Func.Fn
		if e.Via != "" {
			continue // who calls it may pass a copy
		}
		if fn == nil {
			t.foreignEvent(e)
			continue
		}
		given := fn.Params
		if fn.Signature.Recv() != nil {
			given = given[1:]
		}
		if n := e.Given(ir.Map(given, (*ssa.Parameter).Type)); n >= 0 && n < len(given) {
			sources[given[n]] = &Source{Kind: Event, Pos: given[n].Pos(), Param: given[n], Surface: e.Surface, Type: t.objectType(given[n], given[n].Type())}
		}
	}
	return sources
}

// foreignEvent notes what a function of another package, which the package registers, changes in the object that it is given.
func (t *tracer) foreignEvent(e *handler.Event) {
	if fn := e.Func.Obj; fn != nil && e.By != nil {
		given := slices.Collect(fn.Signature().Params().Variables())
		t.foreignGiven(fn, e.Given(ir.Map(given, (*types.Var).Type)), e.Surface, e.By)
	}
}

// foreignGiven notes what such a function changes in its nth argument.
func (t *tracer) foreignGiven(fn *types.Func, n int, surface kube.Surface, by ssa.Instruction) {
	known := t.known[fn.Origin()]
	if known == nil || n < 0 || n >= fn.Signature().Params().Len() {
		return
	}
	param := n
	if fn.Signature().Recv() != nil {
		param++
	}
	source := &Source{Kind: Event, Surface: surface, Type: fn.Signature().Params().At(n).Type()}
	for _, c := range known.Changes {
		if c.Param == param {
			t.registered = append(t.registered, Change{Effect{By: by, Mark: c.Mark}, Root{Source: source}})
		}
	}
}

// changeSources adds the parameters of the functions that the package registers to be run for changes of objects.
func (t *tracer) changeSources(sources map[*ssa.Parameter]*Source) {
	for call := range t.pkg.Calls() {
		function, object, ok := kube.HandlesChanges(ir.Symbol(call.Common()))
		if !ok {
			continue
		}
		for _, fn := range t.functions(ir.Unwrap(ir.Written(call.Common(), function))) {
			t.changeSource(sources, fn, object, maxDecorated)
		}
	}
}

// maxDecorated bounds how often a function that is run for changes is handed on to a function which makes another of it.
const maxDecorated = 4

// changeSource adds the object that a function is given, as its nth argument, and that it hands on to those which it was
// made of.
func (t *tracer) changeSource(sources map[*ssa.Parameter]*Source, fn *ssa.Function, object, left int) {
	given := fn.Params
	if fn.Signature.Recv() != nil && len(given) > 0 {
		given = given[1:]
	}
	if object >= len(given) || !kube.IsObject(given[object].Type()) || left == 0 {
		return
	}
	p := given[object]
	sources[p] = &Source{Kind: Event, Pos: p.Pos(), Param: p, Surface: kube.ChangeHandler, Type: t.objectType(p, p.Type())}
	for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
		if args := call.Common().Args; object < len(args) && ir.Unwrap(args[object]) == ssa.Value(p) {
			for _, inner := range t.decorated(call.Common().Value) {
				t.changeSource(sources, inner, object, left-1)
			}
		}
	}
}

// decorated returns the functions that a function is given which returns a function literal, in which they are called as v.
func (t *tracer) decorated(v ssa.Value) (out []*ssa.Function) {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return nil
	}
	captured, ok := load.X.(*ssa.FreeVar)
	if !ok || ir.Binding(captured) == nil {
		return nil
	}
	for _, stored := range ir.StoredAt(ir.Binding(captured)) {
		if p, ok := stored.(*ssa.Parameter); ok {
			for _, passed := range t.pkg.Index().Passed(p) {
				out = append(out, t.functions(ir.Unwrap(passed))...)
			}
		}
	}
	return out
}

// functions returns the functions that a value is, or that a function of the package returns which makes it of another.
func (t *tracer) functions(v ssa.Value) (out []*ssa.Function) {
	values := []ssa.Value{v}
	if call, ok := v.(*ssa.Call); ok {
		if callee := t.pkg.Callee(call.Common()); callee != nil {
			values = ir.Map(ir.Returned(callee, 0), ir.Unwrap)
		}
	}
	for _, v := range values {
		if fn := ir.FuncOf(v); fn != nil {
			out = append(out, ir.Behind(fn))
		}
	}
	return out
}
