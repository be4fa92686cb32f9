package paths

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Looked returns what is looked at of the object that a read returns or fills, up to the function that the read is of.
func (in *Info) Looked(r *Op) footprint.Set {
	return in.looked.Of(r, in.findLooked)
}

func (in *Info) findLooked(r *Op) footprint.Set {
	t := in.tour(r)
	if len(t.returned) > 0 || t.param != nil || t.outer {
		return footprint.Whole() // whoever has it then may look at anything
	}
	return t.at
}

// A tour follows the object that a read returns or fills, from the innermost of the functions that lead to the read up to
// the outermost.
type tour struct {
	look
	info  *Info
	path  []ssa.CallInstruction
	seen  map[ssa.Value]bool
	param *ssa.Parameter // of the outermost function that is filled
	outer bool           // it is in a struct that the outermost function was given
}

// tour follows the object that a read returns or fills.
func (in *Info) tour(r *Op) *tour {
	t := &tour{info: in, look: newLook(), path: r.Path, seen: map[ssa.Value]bool{}}
	last := len(r.Path) - 1
	switch {
	case r.remote != nil:
		t.at.Add(t.info.bound(footprint.Of(r.remote.Looked), r.Call))
		if r.remote.Returned >= 0 {
			t.result(r.remote.Returned, last)
		}
		if arg := r.remote.filled(r.Call.Common()); arg != nil {
			t.variable(identity.Root(arg))
		} else if r.remote.Pointer != nil && (r.pointer == nil || !t.held(r.pointer, last)) {
			t.at[""] = true
		}
	case r.Object != nil && r.Via != kube.Store:
		t.variable(identity.Root(r.Object))
	default:
		t.result(0, last)
	}
	return t
}

// variable follows an object that a call at the end of the path fills: a variable, or a parameter, which is a variable
// of the caller.
func (t *tour) variable(v ssa.Value) {
	for i := len(t.path) - 1; ; i-- {
		if v != nil {
			i = home(v, t.path[:i+1])
		}
		switch object := v.(type) {
		case *ssa.Alloc:
			t.of(object, i)
			return
		case *ssa.Parameter:
			t.of(object, i)
			if i == 0 {
				t.param = object
				return
			}
			v = identity.Root(ir.ArgFor(t.path[i-1].Common(), object))
		default:
			if v == nil || !t.held(t.info.objects.Pointer(v), i) {
				t.at[""] = true
			}
			return
		}
	}
}

// held follows an object in a field of a struct that the function made, or was given, which the call of that index in the
// path is in; false if it isn't one, or if it is had elsewhere behind the call.
func (t *tour) held(pointer *identity.Term, i int) bool {
	for ; ; i-- {
		in, call := t.info, t.path[i]
		of, ok := identity.HeldBy(pointer, call)
		if !ok || in.goesOn(of, ir.MayFollow(call), maxHanded) {
			return false
		}
		for _, v := range in.objects.LoadedSince(call, pointer) {
			t.of(v, i)
		}
		switch _, given := of.Of.(*ssa.Parameter); {
		case !given:
			return isMade(of.Of)
		case i == 0:
			t.outer = true
			return true
		}
		pointer = in.objects.LiftPointer(pointer, call.Parent(), t.path[i-1].Common())
	}
}

// result follows a result of the call of that index in the path.
func (t *tour) result(n, i int) {
	for _, value := range ir.ResultsOf(t.path[i], n) {
		t.of(value, i)
	}
}

// of adds what is looked at of the object through a value, behind the call of that index in the path, and goes on in the
// caller if the object is returned.
func (t *tour) of(v ssa.Value, i int) {
	if t.seen[v] {
		return
	}
	t.seen[v] = true
	l := t.info.lookAt(v, t.path[i])
	t.at.Add(t.info.boundOn(l.at, t.path[:i]))
	for n := range l.returned {
		if i == 0 {
			t.returned[n] = true
		} else {
			t.result(n, i-1)
		}
	}
}

// A look is what is looked at of an object, in one function and in what that calls.
type look struct {
	at       footprint.Set
	returned map[int]bool // the results of the function that the object is
}

func newLook() look { return look{footprint.Set{}, map[int]bool{}} }

// lookAt returns what is looked at of an object through a value: after a call, or anywhere, if that is nil.
func (in *Info) lookAt(object ssa.Value, after ssa.CallInstruction) look {
	behind := ir.Always
	if after != nil {
		behind = ir.MayFollow(after)
	}
	out := newLook()
	for g := range in.questions.glances.Of(object) {
		switch {
		case g.taken != nil && !behind(g.taken) || g.by != nil && !behind(g.by):
		case g.result > 0:
			out.returned[g.result-1] = true
		default:
			out.at[g.path] = true
		}
	}
	return out
}

// A glance is one look at an object, or at the field of it with that path.
type glance struct {
	by ssa.Instruction // nil if that isn't known
	// taken has copied what is looked at out of the object; nil if it is looked at in its place.
	taken  ssa.Instruction
	path   string
	result int // that the object is, counted from 1; 0 if none is
}

func (in *Info) findGlances(object ssa.Value) map[glance]bool {
	l := &looks{info: in, found: map[glance]bool{}}
	l.Walk = flow.Walk{Solver: in.questions.solver, Left: flow.MaxParts, Names: true, Once: true, Visit: l.visit, Beyond: func(p part) { l.at(p.Path) }}
	l.Of(object, "")
	return l.found
}

// looks collects what is looked at of an object in a function.
type looks struct {
	flow.Walk
	info  *Info
	found map[glance]bool
	by    ssa.Instruction
	taken ssa.Instruction
}

func (l *looks) at(paths ...string) {
	for _, path := range paths {
		l.found[glance{by: l.by, taken: l.taken, path: path}] = true
	}
}

// exits sees that a function returns the object: its callers look at it.
func (l *looks) exits(v ssa.Value, path string, ret *ssa.Return) {
	for n, result := range ret.Results {
		switch {
		case result != v:
		case path != "":
			l.at(path)
		default:
			l.found[glance{by: l.by, taken: l.taken, result: n + 1}] = true
		}
	}
}

// copyOf collects what is looked at through a value that an instruction has copied out of the object.
func (l *looks) copyOf(v ssa.Value, path string) {
	above := l.taken
	l.taken = l.by
	l.Of(v, path)
	l.taken = above
}

// visit collects what an instruction looks at through a part of the object.
func (l *looks) visit(of part, ref ssa.Instruction) {
	above := l.by
	l.by = ref
	l.instr(of.Value, of.Path, ref)
	l.by = above
}

func (l *looks) instr(v ssa.Value, path string, ref ssa.Instruction) {
	switch ref := ref.(type) {
	case *ssa.BinOp:
		if path != "" && path != "ResourceVersion" && !ir.IsMap(v.Type()) { // a pointer is compared with nil, a version with another
			l.at(path)
		}
	case *ssa.Phi, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.TypeAssert, *ssa.MakeInterface:
		l.Of(ref.(ssa.Value), path)
	case *ssa.Extract: // of a checked assertion
		if ref.Index == 0 {
			l.Of(ref, path)
		}
	case *ssa.FieldAddr:
		l.field(path, ref)
	case *ssa.UnOp:
		if ir.IsStruct(ref.Type()) || path == "" {
			l.at(path)
		} else {
			l.copyOf(ref, path) // what is loaded may not be looked at
		}
	case *ssa.Lookup:
		if ref.X == v {
			l.at(l.info.entries(path, ref.Index))
		} else if path != "" { // of a pointer, which one it is
			l.at(path)
		}
	case *ssa.MapUpdate, *ssa.Store:
		l.store(v, path, ref)
	case *ssa.Return:
		l.exits(v, path, ref)
	case ssa.CallInstruction:
		l.call(v, path, ref)
	default:
		l.at(path)
	}
}

// field goes on with a field of what is looked at.
func (l *looks) field(path string, addr *ssa.FieldAddr) {
	inner, more := footprint.FieldPath(path, addr)
	switch {
	case kube.IsLasting(inner):
	case more || inner == "ResourceVersion" || !ir.Promotes(ir.Field(addr.X.Type(), addr.Field)) && !ir.IsStruct(ir.Field(addr.X.Type(), addr.Field).Type()):
		l.Of(addr, inner)
	case replaced(addr):
	default:
		l.at(inner)
	}
}

// replaced tells whether what is at an address is only ever set.
func replaced(addr *ssa.FieldAddr) bool {
	for _, ref := range ir.Uses(addr) {
		if store, ok := ref.(*ssa.Store); !ok || store.Addr != ssa.Value(addr) {
			return false
		}
	}
	return true
}

// store sees what is stored in the object as no look at it, and what of it is stored elsewhere as one.
func (l *looks) store(v ssa.Value, path string, ref ssa.Instruction) {
	switch ref := ref.(type) {
	case *ssa.MapUpdate:
		if ref.Map == v {
			return
		}
	case *ssa.Store:
		if ref.Addr == v || logged(ref) {
			return
		}
	}
	l.at(path)
}

// logged tells whether a value is stored as one of the variadic arguments of a call that only tells of it.
func logged(store *ssa.Store) bool { return ir.PassedOnlyTo(store, kube.OnlyTells) }

// call sees what a call looks at of what it is given.
func (l *looks) call(v ssa.Value, path string, call ssa.CallInstruction) {
	name := ir.CalledName(call.Common())
	switch {
	case strings.HasPrefix(name, "DeepCopy") && call.Value() != nil:
		l.copyOf(call.Value(), path)
	case path != "" && kube.AsksForCondition(ir.Symbol(call.Common())):
		l.at(footprint.OfCondition(path, call))
	case path != "":
		l.at(path)
	case name == "Get": // reads it anew
	case kube.OnlyTells(ir.Called(call.Common())), name == "Delete":
	case kube.IsDiffName(name), name == "Patch" && !l.info.locks(call):
		l.at(l.info.setIn(v).OfLists().List()...) // a patch has what was set, if that differs from what was read
	case kube.IsOwnerName(name):
		l.at("OwnerReferences")
	case kube.IsAboutFinalizers(name):
		l.at("Finalizers")
	case l.info.lazy.Callee(call.Common()) != nil:
		l.callee(v, call)
	case l.foreign(v, call):
	case refersTo(v, call):
		l.All(ir.ResultsOf(call, 0), path)
	case strings.HasPrefix(name, "Set") && ir.IsOnMetadata(call, v):
	case getsMap(call, v):
		l.copyOf(call.Value(), strings.TrimPrefix(name, "Get"))
	case strings.HasPrefix(name, "Get") && ir.IsOnMetadata(call, v):
		if field := strings.TrimPrefix(name, "Get"); !kube.IsLasting(field) {
			l.at(field)
		}
	default:
		l.at(everything(v).List()...)
	}
}

// setIn returns what is set in an object.
func (in *Info) setIn(v ssa.Value) footprint.Set {
	return in.editsOf(flow.At(identity.Root(v), "")).all()
}

// versioned tells whether the resource version of an object is set, so that an update of it isn't refused for its age.
func (in *Info) versioned(object ssa.Value) bool {
	return in.setIn(object)["ResourceVersion"]
}

// foreign sees what a function of another package looks at of what it is given; false if that isn't known.
func (l *looks) foreign(v ssa.Value, call ssa.CallInstruction) bool {
	f := l.info.factsFor(ir.Called(call.Common()))
	if f == nil {
		return false
	}
	for _, p := range f.Params {
		if ir.Arg(call.Common(), p.Index) != v {
			continue
		}
		l.at(l.info.bound(footprint.Of(p.Looked), call).List()...)
		return true
	}
	return false
}

// refersTo tells whether a call returns the value as another type, such as meta.Accessor does.
func refersTo(v ssa.Value, call ssa.CallInstruction) bool {
	how, arg, field := kube.SharingOf(ir.Called(call.Common()))
	return how == kube.Same && field == "" && arg != kube.Receiver && ir.Written(call.Common(), arg) == v
}

// callee adds what the function of this package that a call calls looks at. What it returns of the object may be looked at
// whole.
func (l *looks) callee(v ssa.Value, call ssa.CallInstruction) {
	for p := range ir.Given(l.info.lazy.Callee(call.Common()), call.Common(), v) {
		inner := l.info.lookAt(p, nil)
		l.at(l.info.bound(inner.at, call).List()...)
		if len(inner.returned) > 0 {
			l.at("")
		}
	}
}

// everything is the footprint of the whole object, or of all but its metadata if that is set as a whole.
func everything(v ssa.Value) footprint.Set {
	v = identity.Root(v)
	f := footprint.Set{}
	pointer, ok := v.Type().Underlying().(*types.Pointer)
	if !ok || !ir.IsStruct(pointer.Elem()) {
		return footprint.Whole()
	}
	for addr := range ir.Refs[*ssa.FieldAddr](v) {
		if !ir.FieldAt(addr).Embedded() || !kube.IsMetadata(addr.Type()) {
			continue
		}
		for store := range ir.Refs[*ssa.Store](addr) {
			if store.Addr == ssa.Value(addr) {
				for field := range pointer.Elem().Underlying().(*types.Struct).Fields() {
					if !ir.Promotes(field) {
						f[field.Name()] = true
					}
				}
				return f
			}
		}
	}
	return footprint.Whole()
}
