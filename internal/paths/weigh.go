package paths

import (
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A weighing asks what hangs on a part of an object, from an instruction on; anywhere in its function, if that is nil.
type weighing struct {
	part
	after ssa.Instruction
}

// A weight is what hangs on a part of an object in one function, and in what that calls.
type weight struct {
	Consequences
	returned map[footprint.Returned]bool // results that are parts of the object, or hang on them
}

func newWeight() weight { return weight{noConsequences(), map[footprint.Returned]bool{}} }

// weigh returns what hangs on a part of an object. The answer is not to be changed.
func (in *Info) weigh(q weighing) weight { return in.questions.weights.Of(q) }

func equalWeights(a, b weight) bool {
	return a.equal(b.Consequences) && maps.Equal(a.returned, b.returned)
}

func (in *Info) findWeight(q weighing) weight {
	w := &weigher{
		weight: newWeight(), in: in, fn: q.Value.Parent(), begin: q.Value, list: isObjects(q.Value.Type()), listed: listedKind(q.Value), set: map[string][]ssa.Instruction{},
		behind: ir.Always, kept: footprint.Set{}, names: map[ssa.Value]bool{},
	}
	w.Walk = flow.Walk{Left: flow.MaxParts, Names: true, Visit: w.visit, Beyond: func(part) { w.Unseen = true }}
	if w.fn == nil {
		return w.weight
	}
	if q.after != nil {
		w.behind = ir.MayFollow(q.after)
	}
	if q.Path == "" && kube.IsObject(q.Value.Type()) {
		w.object = in.objects.Pointer(q.Value)
		w.refusals()
	}
	w.Of(q.Value, q.Path)
	for len(w.written) > 0 {
		out := w.written[0]
		w.written = w.written[1:]
		w.writes(out)
	}
	if w.differs {
		w.Written.Add(w.kept)
	}
	w.Decides, w.Written, w.Fails, w.Stops, w.Set = w.Decides.Unchosen(), w.Written.Unchosen(), w.Fails.Unchosen(), w.Stops.Unchosen(), w.Set.Unchosen()
	return w.weight
}

// A weigher follows the parts of an object through a function.
type weigher struct {
	weight
	flow.Walk
	in      *Info
	fn      *ssa.Function
	begin   ssa.Value      // what is followed
	list    bool           // it is what a lister returns
	listed  kind.Kind      // of the objects in it
	object  *identity.Term // the pointer to it, nil if only a part of it is known
	behind  func(ssa.Instruction) bool
	refused renewing                     // by updates which are refused if the object is old
	renewed renewing                     // by writes whose answer is put in it
	set     map[string][]ssa.Instruction // where its fields are set
	written []encoded                    // calls that make text of a part of it, or compare it
	names   map[ssa.Value]bool           // sets and maps in which names of objects are put, and nothing else of them
	kept    footprint.Set                // what of it goes into its own fields again
	differs bool                         // a patch sends in what it differs from a copy
}

// An encoded is a call that makes text of a part of an object.
type encoded struct {
	part
	call ssa.CallInstruction
}

// visit sees what hangs on a part of the object, or on what hangs on that, in an instruction.
func (w *weigher) visit(of part, ref ssa.Instruction) {
	v, path := of.Value, of.Path
	if _, ok := ref.(*ssa.MakeInterface); !ok && !w.counts(v, ref) {
		return
	}
	switch ref := ref.(type) {
	case *ssa.If:
		w.decides(path, ref)
	case *ssa.BinOp:
		if tells(v, path, ref) {
			w.Of(ref, path)
		}
	case *ssa.FieldAddr:
		w.field(ref, path, ir.FieldAt(ref))
	case *ssa.Field:
		w.field(ref, path, ir.Field(ref.X.Type(), ref.Field))
	case *ssa.Extract:
		if !kube.IsError(ref.Type()) {
			w.Of(ref, path)
		}
	case *ssa.Store:
		w.store(v, path, ref)
	case *ssa.Return:
		for _, r := range footprint.Returning(of, ref) {
			w.returned[r] = true
		}
	case ssa.CallInstruction:
		w.call(v, path, ref)
	case *ssa.Phi:
		if path == "" || !decidedElsewhere(ref) {
			w.Of(ref, path)
		} else {
			w.Unseen = true
		}
	case *ssa.MapUpdate:
		w.entry(v, path, ref)
	case *ssa.Lookup:
		if ref.X == v {
			path = w.in.footprints.Entry(path, ref.Index)
		}
		w.looks(ref, path)
	case *ssa.MakeClosure:
		w.All(ir.Captured(ref, v), path)
	case *ssa.Send:
		w.Unseen = true
	case ssa.Value: // another form of it, an element, or what is computed from it
		w.Of(ref, negated(ref, path))
	}
}

// entry goes on with the map that something is put in; what is put in that of another object decides of it.
func (w *weigher) entry(v ssa.Value, path string, put *ssa.MapUpdate) {
	if put.Map == v {
		return
	}
	if path != "" && w.isOfOther(put.Map, path) {
		w.Written[path] = true
	}
	w.collects(put.Map, path, put)
}

// tells tells whether a comparison says something of a part of an object: not if it is that of a pointer to it with nil.
func tells(v ssa.Value, path string, compared *ssa.BinOp) bool {
	if footprint.IsCount(path) {
		return !isOfAll(compared) && !footprint.IsUnset(path)
	}
	return !ir.IsMap(v.Type()) && (path != "" || !ir.Changeable(v))
}

// decidedElsewhere tells whether a variable may be true by another decision too: then it isn't seen which one counts.
func decidedElsewhere(phi *ssa.Phi) bool {
	return ir.IsBool(phi.Type()) && slices.ContainsFunc(phi.Edges, ir.IsTrue)
}

// field goes on with a field.
func (w *weigher) field(v ssa.Value, path string, field *types.Var) {
	if !ir.Promotes(field) && (path == "" || strings.Count(path, ".")+1 < footprint.DepthOf(path)) {
		path = footprint.Join(path, field.Name())
	}
	switch {
	case path == "ResourceVersion":
		w.Unseen = true
	case w.list || !kube.IsLasting(path): // by names one object in a list is told from another
		w.Of(v, path)
	}
}

// store goes on with the variable that something is stored in; what is stored in another object decides of that.
func (w *weigher) store(v ssa.Value, path string, store *ssa.Store) {
	if store.Addr == v {
		w.set[path] = append(w.set[path], store)
		return
	}
	base, field, _ := ir.Base(store.Addr)
	switch {
	case field == "" || field == ir.Element:
		w.Of(base, path)
	case path != "" && w.Has(base, ""):
		w.keeps(v, path)
	case path != "" && kube.IsObject(base.Type()) && w.isOther(base):
		w.Written[path] = true
	case path != "" && isLocalStruct(base):
		w.whole(base, path)
	default:
		w.Unseen = true
	}
}

// isLocalStruct tells whether a value is a variable of a struct that is no object, such as the metadata or a part of one.
func isLocalStruct(v ssa.Value) bool {
	local, ok := v.(*ssa.Alloc)
	return ok && ir.IsStruct(ir.Deref(local.Type())) && !kube.IsObject(local.Type())
}

// whole goes on with where a local struct goes as a whole. Of its fields it isn't seen which one hangs on the object.
func (w *weigher) whole(local ssa.Value, path string) {
	for _, ref := range ir.Uses(local) {
		switch ref := ref.(type) {
		case *ssa.UnOp:
			if w.counts(nil, ref) {
				w.Of(ref, path)
			}
		case *ssa.FieldAddr, *ssa.Store, *ssa.DebugRef:
		default:
			w.Unseen = true
		}
	}
}

// isOther tells whether an object isn't the one that is followed, nor what that is a copy of, or a copy of it.
func (w *weigher) isOther(v ssa.Value) bool {
	return !w.Has(v, "") && !w.in.isCopied(v) && (w.object == nil || !identity.Same(w.in.objects.Term(v), w.in.objects.Term(w.object.Leaf)))
}

// keeps notes that what is made of a part of the object goes into a field of it. Of a map, a patch sends the keys alone
// that differ.
func (w *weigher) keeps(v ssa.Value, path string) {
	if _, ok := v.Type().Underlying().(*types.Map); !ok {
		w.kept[path] = true
	}
}

// decides notes what hangs on a branch.
func (w *weigher) decides(path string, branch *ssa.If) {
	if footprint.IsCount(path) && (isOfElements(branch.Cond) || sparesLoop(branch)) {
		return // of a loop, whose rounds are about one element each
	}
	if w.in.remembered(branch) {
		return
	}
	s := w.in.stakes(choice{branch, w.object})
	w.Unseen = w.Unseen || s.unseen
	if w.isOfUnset(path, s) {
		return
	}
	own := path == footprint.Finalizers // whoever adds or removes one of his own finds it there or gone already
	if s.acts && !own {
		w.done(path, branch, s)
	}
	if s.fails && !own {
		w.Fails[path] = true
		if s.elseDoes {
			w.Stops[path] = true
		}
		w.Fewer = w.Fewer || footprint.IsCount(path) && s.elseDoes && isMore(branch.Cond) == s.failsIf
	}
	w.asksUnset(path, branch, s)
	for _, phi := range s.phis {
		if slices.ContainsFunc(phi.Edges, isOneMore) { // some of them are counted
			w.howMany(phi, path, footprint.Count)
		}
		w.Of(phi, w.choosing(phi, path))
	}
	for _, local := range s.locals {
		if isLocalStruct(local) {
			w.whole(local, path)
		} else {
			w.Of(local, path)
		}
	}
	for _, n := range s.results {
		w.returned[footprint.Returned{Result: n, Path: path}] = true
	}
}

// call sees what hangs on a part of an object in a call that is given it.
func (w *weigher) call(v ssa.Value, path string, call ssa.CallInstruction) {
	common := call.Common()
	obj := ir.Called(common)
	op := w.in.operation(call)
	switch callee := w.in.lazy.Callee(common); {
	case kube.OnlyTells(obj):
	case strings.HasPrefix(ir.CalledName(common), "DeepCopy") && alone(v, call):
		w.results(call, path)
	case op != nil:
		w.operation(v, path, op)
	case callee != nil:
		w.callee(v, path, callee, call)
	case w.facts(v, path, call), w.metadata(v, path, call):
	case ir.IsBuiltin(common, "delete") && common.Args[0] == v:
		w.kept[w.in.footprints.Entry(path, common.Args[1])] = true // a key that isn't in the old map isn't taken off
	case path != "" && (w.decodes(v, path, call) || w.deed(v, path, call)):
	case kube.AsksForCondition(ir.Symbol(common)):
		w.results(call, footprint.OfCondition(path, call))
	case path == footprint.Join(footprint.Items, footprint.Finalizers) && kube.AsksForElement(ir.Symbol(common)):
		w.results(call, w.in.footprints.Entry(path, common.Args[1]))
	case isLength(call):
		path, _ = footprint.UnchosenPath(path)
		w.results(call, footprint.Join(path, footprint.Count))
	case kube.PutsIn(ir.Symbol(common)), kube.Absorbs(ir.Symbol(common)):
		w.putIn(v, path, call)
	case kube.IsMember(ir.Symbol(common)):
		w.looks(call.Value(), path)
	case ir.IsBuiltin(common, "") || obj != nil && !w.in.isOwn(obj) || alone(v, call):
		w.written = append(w.written, encoded{flow.At(v, path), call})
	default:
		w.Unseen = true
	}
}

// putIn goes on with the set, hash or buffer that a part of an object is put in.
func (w *weigher) putIn(v ssa.Value, path string, call ssa.CallInstruction) {
	into, _ := ir.Receiver(call.Common())
	if into == nil {
		into = ir.Unwrap(call.Common().Args[0])
	}
	switch {
	case into == v:
	case kube.PutsIn(ir.Symbol(call.Common())):
		w.collects(into, path, call) // what else is in it isn't known
	case path != "":
		w.Of(into, path)
	}
}

// metadata sees what functions and methods that are known return of an object, or set in another one; false if the call
// is of none.
func (w *weigher) metadata(v ssa.Value, path string, call ssa.CallInstruction) bool {
	common, name := call.Common(), ir.CalledName(call.Common())
	known, mutates := kube.MutationOf(ir.Called(common))
	if _, ok := ir.Deref(v.Type()).Underlying().(*types.Slice); ok && mutates && path != "" && ir.Mutated(common, known) == v {
		w.keeps(v, path) // a list with what is added to it
	}
	switch {
	case mutates && known.Field != "" && path == "" && ir.Mutated(common, known) == v:
		w.results(call, known.Field)
	case mutates && path != "" && w.isOfOther(ir.Mutated(common, known), path):
		w.Written[path] = true
	case path == "" && kube.IsAboutFinalizers(name):
		w.results(call, footprint.Finalizers)
	case path == footprint.Items && kube.IsAboutFinalizers(name):
		w.results(call, w.in.footprints.OfFinalizer(path, call))
	case (path == "" || path == footprint.Items) && strings.HasPrefix(name, "Get") && ir.IsOnMetadata(call, v):
		if field := strings.TrimPrefix(name, "Get"); !kube.IsLasting(field) && field != "ResourceVersion" {
			w.results(call, footprint.Join(path, field))
		}
	default:
		return false
	}
	return true
}

// alone tells whether a call is of a method of a value that is given nothing else.
func alone(v ssa.Value, call ssa.CallInstruction) bool {
	recv, args := ir.Receiver(call.Common())
	return recv == v && len(args) == 0
}

// results goes on with what a call returns besides errors.
func (w *weigher) results(call ssa.CallInstruction, path string) {
	if v := call.Value(); v != nil && !kube.IsError(v.Type()) {
		w.Of(v, path)
	}
}

// compares tells whether a call is given the same part of the object and of a copy of it: they differ in what is set.
func (w *weigher) compares(out encoded) bool {
	return w.object != nil && w.object.Kind == identity.LeafTerm && slices.ContainsFunc(out.call.Common().Args, func(arg ssa.Value) bool {
		return arg != out.Value && w.Has(arg, out.Path)
	})
}

// writes goes on with what a function of the libraries makes of a part of an object. Of a struct that becomes text, that
// is all that isn't set before.
func (w *weigher) writes(out encoded) {
	if w.compares(out) {
		set := w.in.footprints.SetIn(w.object.Leaf)
		for _, path := range set.Inside(out.Path).List() {
			if !set[""] { // what isn't known to be set isn't shown to be old
				w.results(out.call, path)
			}
		}
		return
	}
	s, ok := ir.Deref(identity.Root(out.Value).Type()).Underlying().(*types.Struct)
	if !ok || out.Path == "" || strings.Contains(out.Path, ".") || kube.IsBuffer(identity.Root(out.Value).Type()) {
		w.results(out.call, out.Path)
		return
	}
	for field := range s.Fields() {
		path := footprint.Join(out.Path, field.Name())
		if !slices.ContainsFunc(w.set[path], func(at ssa.Instruction) bool { return ir.Before(w.decided(at), out.call) }) {
			w.results(out.call, path)
		}
	}
}

// decided returns the instruction from which on a field has the value that another one stores: the one itself, or the
// comparison by which it is stored if the field has another.
func (w *weigher) decided(at ssa.Instruction) ssa.Instruction {
	store, ok := at.(*ssa.Store)
	if !ok || len(at.Block().Preds) != 1 {
		return at
	}
	branch, ok := ir.Last(at.Block().Preds[0]).(*ssa.If)
	if !ok || branch.Block().Succs[0] != at.Block() {
		return at
	}
	if compared, ok := branch.Cond.(*ssa.BinOp); ok && (valueOf(compared.X) == valueOf(store.Val) || valueOf(compared.Y) == valueOf(store.Val)) {
		return branch
	}
	return at
}

// operation sees what of an object goes to the API without a lock.
func (w *weigher) operation(v ssa.Value, path string, op *Op) {
	switch {
	case op.Verb == kube.VerbUpdate && path == "" && op.Object != nil && w.in.versioned(identity.Root(op.Object)):
		w.Written.Add(footprint.Everything(v))
		return
	case op.Verb != kube.VerbPatch && op.Verb != kube.VerbApply || op.Locks:
		return
	}
	switch {
	case path != "":
		w.Written[path] = true
	case op.Object == nil || identity.Root(op.Object) != identity.Root(v):
	case op.base.Known() || op.patch != nil:
		w.differs = true
		w.Set.Add(w.in.footprints.SetIn(v).OfLists())
	default:
		set := w.in.footprints.SetIn(v)
		maps.DeleteFunc(set, func(path string, _ bool) bool { return footprint.PathIn(path, footprint.Finalizers) })
		if !set[""] { // what isn't known to be set isn't shown to be old
			w.Written.Add(set)
		}
	}
}

// callee goes on in the function of this package that a call calls, and with what that returns.
func (w *weigher) callee(v ssa.Value, path string, callee *ssa.Function, call ssa.CallInstruction) {
	for p := range ir.Given(callee, call.Common(), v) {
		inner := w.in.weigh(weighing{part: flow.At(p, path)})
		hangs := noConsequences()
		hangs.add(w.in.boundTo(inner.Consequences, call))
		hangs.Sent = false // which the calls that update the object know
		hangs.heard(w.in, call)
		w.add(hangs)
		for _, back := range footprint.Sorted(inner.returned) {
			w.All(w.back(call, back, w.in.footprints.BoundPath(back.Path, call)))
		}
	}
}
