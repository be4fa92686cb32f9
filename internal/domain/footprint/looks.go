package footprint

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Look is what is looked at of an object, in one function and in what that calls.
type Look struct {
	At       Set
	Returned map[int]bool // the results of the function that the object is
}

// NewLook returns a look at nothing.
func NewLook() Look { return Look{Set{}, map[int]bool{}} }

// Look returns what is looked at of an object through a value: after a call, or anywhere, if that is nil.
func (f *Finder) Look(object ssa.Value, after ssa.CallInstruction) Look {
	behind := ir.Always
	if after != nil {
		behind = ir.MayFollow(after)
	}
	out := NewLook()
	for g := range f.Glances(object) {
		switch {
		case g.taken != nil && !behind(g.taken) || g.By != nil && !behind(g.By):
		case g.Result > 0:
			out.Returned[g.Result-1] = true
		default:
			out.At[g.Path] = true
		}
	}
	return out
}

// A Glance is one look at an object, or at the field of it with that path.
type Glance struct {
	By ssa.Instruction // nil if that isn't known
	// taken has copied what is looked at out of the object; nil if it is looked at in its place.
	taken  ssa.Instruction
	Path   string
	Result int // that the object is, counted from 1; 0 if none is
}

// Glances returns all looks at an object through a value. The answer is not to be changed.
func (f *Finder) Glances(object ssa.Value) map[Glance]bool { return f.glances.Of(object) }

func (f *Finder) findGlances(object ssa.Value) map[Glance]bool {
	l := &looks{finder: f, found: map[Glance]bool{}}
	l.Walk = flow.Walk{Solver: f.solver, Left: flow.MaxParts, Names: true, Once: true, Visit: l.visit, Beyond: func(p flow.Part) { l.at(p.Path) }}
	l.Of(object, "")
	return l.found
}

// looks collects what is looked at of an object in a function.
type looks struct {
	flow.Walk
	finder *Finder
	found  map[Glance]bool
	by     ssa.Instruction
	taken  ssa.Instruction
}

func (l *looks) at(paths ...string) {
	for _, path := range paths {
		l.found[Glance{By: l.by, taken: l.taken, Path: path}] = true
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
			l.found[Glance{By: l.by, taken: l.taken, Result: n + 1}] = true
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
func (l *looks) visit(of flow.Part, ref ssa.Instruction) {
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
			l.at(l.finder.Entry(path, ref.Index))
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
	inner, more := FieldPath(path, addr)
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
		l.at(OfCondition(path, call))
	case path != "":
		l.at(path)
	case name == "Get": // reads it anew
	case kube.OnlyTells(ir.Called(call.Common())), name == "Delete":
	case kube.IsDiffName(name), name == "Patch" && !l.locks(call):
		l.at(l.finder.SetIn(v).OfLists().List()...) // a patch has what was set, if that differs from what was read
	case kube.IsOwnerName(name):
		l.at("OwnerReferences")
	case kube.IsAboutFinalizers(name):
		l.at("Finalizers")
	case l.finder.lazy.Callee(call.Common()) != nil:
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
		l.at(Everything(v).List()...)
	}
}

// locks tells whether a call is a write that fails with a conflict if the object has changed since it was read.
func (l *looks) locks(call ssa.CallInstruction) bool {
	op, ok := l.finder.calls.Operation(call)
	return ok && op.Locks
}

// foreign sees what a function of another package looks at of what it is given; false if that isn't known.
func (l *looks) foreign(v ssa.Value, call ssa.CallInstruction) bool {
	at, known := l.finder.calls.Looks(call, v)
	if known {
		l.at(l.finder.Bound(Of(at), call).List()...)
	}
	return known
}

// callee adds what the function of this package that a call calls looks at. What it returns of the object may be looked at
// whole.
func (l *looks) callee(v ssa.Value, call ssa.CallInstruction) {
	for p := range ir.Given(l.finder.lazy.Callee(call.Common()), call.Common(), v) {
		inner := l.finder.Look(p, nil)
		l.at(l.finder.Bound(inner.At, call).List()...)
		if len(inner.Returned) > 0 {
			l.at("")
		}
	}
}

// refersTo tells whether a call returns the value as another type, such as meta.Accessor does.
func refersTo(v ssa.Value, call ssa.CallInstruction) bool {
	how, arg, field := kube.SharingOf(ir.Called(call.Common()))
	return how == kube.Same && field == "" && arg != kube.Receiver && ir.Written(call.Common(), arg) == v
}

// Everything is the footprint of the whole object, or of all but its metadata if that is set as a whole.
func Everything(v ssa.Value) Set {
	v = identity.Root(v)
	f := Set{}
	pointer, ok := v.Type().Underlying().(*types.Pointer)
	if !ok || !ir.IsStruct(pointer.Elem()) {
		return Whole()
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
	return Whole()
}
