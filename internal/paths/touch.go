package paths

import (
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/change"
	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A touch is what an instruction does with an object, writes to the API left out.
type touch struct {
	sets  footprint.Set // what it sets, or may set
	sure  footprint.Set // what it sets, as a store or a known function
	keeps footprint.Set // what of it can be had elsewhere from then on
	looks footprint.Set // what of it is looked at
	// hands says that it hands the object to what can't be followed, and may write it to the API.
	hands bool
	// copies says that it copies the object.
	copies bool
	// back is what a function returns of it.
	back []returned
}

func newTouch() *touch {
	return &touch{sets: footprint.Set{}, sure: footprint.Set{}, keeps: footprint.Set{}, looks: footprint.Set{}}
}

// A handled is an object that a function has a pointer to, with what its instructions do with it.
type handled struct {
	pointer *identity.Term
	what    kind.Denotation
	typ     types.Type // nil if it isn't known
	at      map[ssa.Instruction]*touch
}

func (h *handled) touch(at ssa.Instruction) *touch {
	if h.at[at] == nil {
		h.at[at] = newTouch()
	}
	return h.at[at]
}

// objectsIn returns the objects that a function has pointers to, in the order of its instructions.
func (in *Info) objectsIn(fn *ssa.Function) []*handled { return in.questions.handled.Of(fn) }

// handledAs returns the object of a function to which a pointer points, nil if it has none.
func (in *Info) handledAs(fn *ssa.Function, pointer *identity.Term) *handled {
	for _, h := range in.objectsIn(fn) {
		if identity.Same(h.pointer, pointer) {
			return h
		}
	}
	return nil
}

func (in *Info) findObjects(fn *ssa.Function) []*handled {
	var out []*handled
	byTerm := map[string]*handled{}
	left := flow.MaxParts
	object := func(t *identity.Term, like *handled) *handled {
		h := byTerm[t.ID]
		if h == nil {
			h = &handled{pointer: t, at: map[ssa.Instruction]*touch{}}
			if like != nil {
				h.what, h.typ = like.what, like.typ
			}
			byTerm[t.ID] = h
			out = append(out, h)
		}
		return h
	}
	add := func(v ssa.Value) {
		if !kube.IsObject(v.Type()) {
			return
		}
		t := in.objects.Pointer(v)
		if t == nil || identity.IsPending(t) {
			return
		}
		h := object(t, &handled{what: in.kindOf(v)})
		if ir.IsStruct(ir.Deref(v.Type())) {
			h.typ = v.Type()
		}
		f := in.toucher(h.touch, t, left)
		f.Of(v, "")
		left = f.Left
		in.broughtBack(v, h.touch)
	}
	for _, p := range fn.Params {
		add(p)
	}
	for _, p := range fn.FreeVars {
		add(p)
	}
	for v := range ir.All[ssa.Instruction](fn.Blocks) {
		if value, ok := v.(ssa.Value); ok {
			add(value)
		}
	}
	in.touchesInside(fn, object)
	in.carriers(fn, byTerm)
	for _, literal := range fn.AnonFuncs {
		in.literalTouches(literal, byTerm)
	}
	return out
}

// literalTouches adds what a function literal does with the objects around it to the calls that it is handed to.
func (in *Info) literalTouches(literal *ssa.Function, byTerm map[string]*handled) {
	refs := literal.Referrers()
	if refs == nil {
		return
	}
	inside := in.objectsIn(literal)
	for _, made := range *refs {
		closure, ok := made.(*ssa.MakeClosure)
		if !ok {
			continue
		}
		uses := ir.Uses(closure)
		for n := 0; n < len(uses); n++ {
			use := uses[n]
			if named, ok := use.(*ssa.ChangeType); ok { // as a type of functions has it that a call takes
				uses = append(slices.Clip(uses), ir.Uses(named)...)
				continue
			}
			for _, i := range inside {
				h := byTerm[i.pointer.ID]
				if h == nil {
					continue
				}
				at := h.touch(use)
				for _, t := range i.at {
					at.include(t, "")
				}
				if _, isCall := use.(ssa.CallInstruction); !isCall {
					at.hands = true // it is kept, and called some time
				}
			}
		}
	}
}

// include adds what a function does with a part of an object that it is given; nothing of it is sure, as it may be done
// on some of its paths only.
func (t *touch) include(inner *touch, path string) {
	t.sets.Under(path, inner.sets)
	t.keeps.Under(path, inner.keeps)
	t.looks.Under(path, inner.looks)
	t.hands = t.hands || inner.hands
}

func equalHandled(a, b []*handled) bool {
	return slices.EqualFunc(a, b, func(x, y *handled) bool {
		return identity.Same(x.pointer, y.pointer) && maps.EqualFunc(x.at, y.at, equalTouches)
	})
}

func equalTouches(a, b *touch) bool {
	return a == b || a != nil && b != nil && len(a.sets) == len(b.sets) && len(a.sure) == len(b.sure) && len(a.keeps) == len(b.keeps) && len(a.looks) == len(b.looks) &&
		a.hands == b.hands && a.copies == b.copies && len(a.back) == len(b.back)
}

// A toucher follows an object through a function.
type toucher struct {
	flow.Walk
	in      *Info
	at      func(ssa.Instruction) *touch
	pointer *identity.Term // of the object, if it isn't a parameter that may be a part of one
	perhaps bool           // what is followed may be something else
}

// toucher returns what follows an object, through no more parts than are left.
func (in *Info) toucher(at func(ssa.Instruction) *touch, pointer *identity.Term, left int) *toucher {
	f := &toucher{in: in, at: at, pointer: pointer}
	f.Walk = flow.Walk{Left: left, Visit: f.visit, Beyond: f.lost}
	return f
}

// lost sees that it can't be followed what becomes of a part of the object.
func (f *toucher) lost(p part) {
	if refs := p.Value.Referrers(); refs != nil && len(*refs) > 0 {
		f.at((*refs)[0]).hands = true
	}
}

// visit sees what an instruction does with a part of the object.
func (f *toucher) visit(of part, ref ssa.Instruction) {
	v, path := of.Value, of.Path
	switch ref := ref.(type) {
	case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.TypeAssert, *ssa.IndexAddr, *ssa.Slice:
		f.Of(ref.(ssa.Value), path)
	case *ssa.Extract:
		if ref.Index == 0 {
			f.Of(ref, path)
		}
	case *ssa.Phi:
		if path != "" && slices.ContainsFunc(ref.Edges, isMadeApart) {
			f.may(ref, path)
		} else if path != "" {
			f.Of(ref, path)
		} else if f.pointer == nil || !identity.Same(f.in.objects.Pointer(ref), f.pointer) {
			f.at(ref).keeps[""] = true
		}
	case *ssa.FieldAddr:
		f.Of(ref, footprint.Join(path, footprint.FieldOf(ref)))
	case *ssa.Field, *ssa.UnOp:
		f.loaded(ref.(ssa.Value), path)
	case *ssa.Lookup:
		if ref.X == v { // what a map has for an object is another one
			f.loaded(ref, path)
		}
	case *ssa.Store:
		f.store(v, path, ref)
	case *ssa.MapUpdate:
		if ref.Map == v {
			f.set(ref, path, true)
		} else if ir.Changeable(v) {
			f.at(ref).keeps[path] = true
		}
	case *ssa.Return:
		if ir.Changeable(v) {
			f.at(ref).back = append(f.at(ref).back, returning(of, ref)...)
		}
	case ssa.CallInstruction:
		f.call(v, path, ref)
	case *ssa.Send:
		f.at(ref).hands = true
	}
}

// loaded follows what is loaded from a part of an object: what refers to the object's memory, as such; a struct may be
// kept.
func (f *toucher) loaded(v ssa.Value, path string) {
	if field, ok := v.(*ssa.Field); ok {
		if name := ir.Field(field.X.Type(), field.Field); name != nil && !ir.Promotes(name) {
			path = footprint.Join(path, name.Name())
		}
	}
	f.at(v.(ssa.Instruction)).looks[path] = true
	switch {
	case ir.Changeable(v):
		f.Of(v, path)
	case ir.IsStruct(v.Type()):
		f.kept(v, path, v.(ssa.Instruction))
	}
}

// kept notes that a copy of a part of an object is kept, if it is: not only compared, told or looked at.
func (f *toucher) kept(v ssa.Value, path string, at ssa.Instruction) {
	if v.Referrers() == nil {
		return
	}
	for _, ref := range ir.Uses(v) {
		switch ref := ref.(type) {
		case *ssa.BinOp, *ssa.FieldAddr, *ssa.Field, *ssa.If:
		case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.TypeAssert, *ssa.Extract:
			f.kept(ref.(ssa.Value), path, at)
		case *ssa.Store:
			if ref.Val == v && !ir.PassedOnlyTo(ref, kube.LeavesAlone) && !f.in.objects.KeepsBase(ref) {
				f.at(at).keeps[path] = true
			}
		case ssa.CallInstruction:
			if op := f.in.operation(ref); op != nil && op.sent != nil {
				continue // a copy that is made to be written
			}
			if kube.IsUnstructured(v.Type()) {
				f.set(ref, path, false) // its content is the object's
			}
			if f.in.lazy.Callee(ref.Common()) != nil && f.in.objects.CallLeaves(v, ref) {
				continue // such as a base that a helper is given
			}
			if !f.looksOnly(ref) {
				f.at(at).keeps[path] = true
			}
			if obj := ir.Called(ref.Common()); obj != nil && obj.Pkg() != nil && f.in.lazy.Callee(ref.Common()) == nil && !kube.IsLibrary(obj.Pkg().Path()) && !f.looksOnly(ref) {
				f.set(ref, path, false) // its maps and slices are the object's
			}
		default:
			f.at(at).keeps[path] = true
		}
	}
}

// looksOnly tells whether a call only looks at what it is given, as far as what is stored is concerned.
func (f *toucher) looksOnly(call ssa.CallInstruction) bool {
	obj, name := ir.Called(call.Common()), ir.CalledName(call.Common())
	return kube.LeavesAlone(obj) || kube.IsMergeFrom(kube.SymbolOf(obj)) || f.in.lazy.Callee(call.Common()) == nil && kube.IsGetter(name)
}

// set notes that a part of the object is set.
func (f *toucher) set(at ssa.Instruction, path string, sure bool) {
	f.at(at).sets[path] = true
	if sure && !f.perhaps {
		f.at(at).sure[path] = true
	}
}

func (f *toucher) store(v ssa.Value, path string, store *ssa.Store) {
	switch {
	case store.Addr == v:
		f.set(store, path, path != "" && !f.in.trivial(store.Val, path, store.Addr))
	case ir.Changeable(v) && !f.holds(store) && !f.isPutBack(path, store) && !ir.PassedOnlyTo(store, kube.LeavesAlone) && !(path == "" && f.in.keepsFor(store)):
		f.at(store).keeps[path] = true
	}
}

// holds tells whether a store puts the pointer to the object into a variable of the function that never has another: what
// is loaded from there is the object too.
func (f *toucher) holds(store *ssa.Store) bool {
	alloc, ok := store.Addr.(*ssa.Alloc)
	return ok && f.pointer != nil && f.in.objects.OnlyStored(alloc) == store.Val && identity.Same(f.in.objects.Pointer(store.Val), f.pointer)
}

// call notes what a call does with what it is given.
func (f *toucher) call(v ssa.Value, path string, call ssa.CallInstruction) {
	common := call.Common()
	if ir.IsBuiltin(common, "") {
		f.builtin(v, path, call)
		return
	}
	if f.followed(v, path, call) {
		return
	}
	obj, name := ir.Called(common), ir.CalledName(common)
	known, isKnown := kube.MutationOf(obj)
	recv, args := ir.Receiver(common)
	looks := path
	switch callee := f.in.lazy.Callee(common); {
	case callee != nil:
		f.callee(v, path, callee, call)
		return // which may look at a part only
	case isKnown:
		if ir.Mutated(common, known) == v {
			if looks = footprint.Join(path, known.Field) + footprint.ConditionOf(common); known.Key > 0 {
				looks = f.in.entries(looks, ir.Written(common, known.Key))
			}
			f.set(call, looks, !known.Settles) // an order, or defaults, may be there for this function only
		}
	case recv == v && kube.IsMetadata(v.Type()) && call.Value() != nil && strings.HasPrefix(name, "Get"):
		if looks = footprint.Join(path, strings.TrimPrefix(name, "Get")); ir.Changeable(call.Value()) {
			f.may(call.Value(), looks) // the very map or slice, but for unstructured objects
		}
	case kube.OnlyNames(obj):
		looks = footprint.Join(path, "Name")
	case kube.LeavesAlone(obj), kube.IsMergeFrom(kube.SymbolOf(obj)), kube.IsGetter(name), !ir.Changeable(v):
	case recv == v && len(args) > 0 && strings.HasPrefix(name, "Set") && name != "Set":
		looks = footprint.Join(path, strings.TrimPrefix(name, "Set"))
		f.set(call, looks, true)
	case f.effects(v, path, call):
		return // what it says it has done is what it has changed
	case mayWrite(call) && (obj == nil || !f.in.isOwn(obj) || common.IsInvoke() && f.in.factsFor(obj) == nil):
		f.at(call).hands = true
	default:
		f.set(call, path, false)
	}
	if kube.IsAboutFinalizers(name) {
		looks = footprint.Join(path, "Finalizers")
	}
	f.at(call).looks[looks] = true
}

// followed tells whether a call copies what it is given, is an operation, which the paths know, or hands out a part of it.
func (f *toucher) followed(v ssa.Value, path string, call ssa.CallInstruction) bool {
	return f.copied(v, path, call) || f.in.operation(call) != nil || f.accessed(v, path, call)
}

// copied notes that a call copies what it is given, if it does, for a helper that patches the object, or to return it.
func (f *toucher) copied(v ssa.Value, path string, call ssa.CallInstruction) bool {
	value, ok := call.(*ssa.Call)
	returns := ok && (change.CopyOf(value) == v || path == "" && f.in.objects.Copied(value) == v)
	if !returns && !kube.MakesHelper(kube.SymbolOf(ir.Called(call.Common()))) {
		return false
	}
	if f.at(call).copies = path == ""; returns {
		f.kept(value, path, call)
	}
	return true
}

// accessed goes on with the part of the object that a function of another package returns, if it does nothing else.
func (f *toucher) accessed(v ssa.Value, path string, call ssa.CallInstruction) bool {
	part, ok := f.in.effects.Part(call, v)
	if !ok {
		return false
	}
	for _, result := range ir.ResultsOf(call, 0) {
		f.Of(result, footprint.Join(path, footprint.PathTo(part)))
	}
	return true
}

// effects notes what a function of the user's other packages changes in what it is given, as their facts say; false if they
// say nothing.
func (f *toucher) effects(v ssa.Value, path string, call ssa.CallInstruction) (some bool) {
	for _, e := range f.in.effects.ByCall(call) {
		if e.Target != v || e.Reply {
			continue
		}
		field := footprint.Join(path, footprint.PathTo(e.Path))
		f.set(call, field, field != "" && !handsOutList(call))
		f.at(call).looks[field] = true
		if _, known := f.in.effects.Sets(call, v); !known { // it may have changed that for who has it from then on
			f.at(call).keeps[field] = true
		}
		some = true
	}
	return some
}

// handsOutList tells whether a call returns a map or slice: that may be what it has changed, for its caller and not to be
// stored.
func handsOutList(call ssa.CallInstruction) bool {
	for result := range call.Common().Signature().Results().Variables() {
		switch result.Type().Underlying().(type) {
		case *types.Map, *types.Slice:
			return true
		}
	}
	return false
}

// mayWrite tells whether a function that can't be followed may come to a client: it has a receiver, or is given one.
func mayWrite(call ssa.CallInstruction) bool {
	common := call.Common()
	if recv, _ := ir.Receiver(common); recv != nil || common.StaticCallee() == nil {
		return true
	}
	return slices.ContainsFunc(common.Args, func(a ssa.Value) bool { return kube.IsReader(a.Type()) || kube.IsContext(a.Type()) })
}

// may follows what a function returns, which may be a part of what it was given.
func (f *toucher) may(v ssa.Value, path string) {
	before := f.perhaps
	f.perhaps = true
	f.Of(v, path)
	f.perhaps = before
}

func (f *toucher) builtin(v ssa.Value, path string, call ssa.CallInstruction) {
	common := call.Common()
	first := len(common.Args) > 0 && common.Args[0] == v
	switch common.Value.Name() {
	case "append":
		if value := call.Value(); value != nil && first {
			f.Of(value, path)
		}
	case "delete", "clear", "copy":
		if first {
			f.set(call, path, true)
		}
	}
}
